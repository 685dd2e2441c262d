/** The service worker of the site: a page for the time without a connection. It keeps nothing else. */

const KEPT = "grognard-offline";
const PAGE = "/static/offline.html";
const FILES = [PAGE, "/static/css/base.css", "/static/css/home.css"];
/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const style = FILES.includes(new URL(request.url).pathname);
  if (request.mode !== "navigate" && !style) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(style ? request : PAGE)) ?? Response.error()));
});
