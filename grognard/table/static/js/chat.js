/** The chat: messages, what has not been read, and private notes. */

import { h, icon, replace } from "./dom.js";
import { toast } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */

export class Chat {
  /** @param {Table} table @param {{shown: () => boolean, open: () => void, counted: () => void}} to shown: whether the
   * chat is on the screen; counted: called when the number of unread messages has changed */
  constructor(table, to) {
    this.to = to;
    this.element = chatPanel(table);
    /** messages of others that have not been on the screen */
    this.unread = 0;
    table.on("chat", (message) => {
      if (message.seat === table.seats.join(",") || to.shown()) return;
      const name = names(table, message.seat);
      toast(`${name}: ${message.text}`, { action: { label: "Chat", run: to.open }, stay: 12_000 });
      this.unread++;
      to.counted();
    });
  }

  /** Note that the messages are on the screen, if they are. */
  read() {
    if (!this.unread || !this.to.shown()) return;
    this.unread = 0;
    this.to.counted();
  }
}

/** The sides or the spectator who wrote. @param {Table} table @param {string} seat */
const names = (table, seat) =>
  seat
    .split(",")
    .map((side) => table.sideName(side))
    .join(" and ");

/** The list of messages with a line to write, and private notes. @param {Table} table */
function chatPanel(table) {
  const list = h("div", { class: "chat", tabindex: "0", role: "log", "aria-label": "Chat" });
  const line = h("input", {
    placeholder: "Write a message",
    maxlength: "500",
    "aria-label": "Message",
    autocomplete: "off",
  });
  const notes = h("textarea", {
    rows: "6",
    maxlength: "20000",
    "aria-label": "Private notes",
    placeholder: "Only you can read these notes.",
  });
  const saved = h("span", { class: "faint" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  notes.addEventListener("input", () => {
    clearTimeout(timer);
    saved.textContent = "…";
    timer = setTimeout(async () => {
      try {
        await table.seat.put("/notes", { text: notes.value });
        saved.textContent = "saved";
      } catch (error) {
        table.complain(error);
      }
    }, 600);
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = line.value.trim();
    if (text && (await table.send("/chat", { text }))) line.value = "";
    await table.refresh();
  };
  const element = h(
    "div",
    { class: "chat-tab" },
    h("h2", {}, "Chat"),
    list,
    h("form", { class: "row", onsubmit: send }, line, h("button", { class: "small" }, icon("send"), "Send")),
    h("h2", {}, "Private notes ", saved),
    notes,
  );
  let first = true;
  const show = () => {
    const chat = table.nowBoard.chat ?? [];
    replace(
      list,
      chat.length
        ? chat.map((remark) =>
            h("p", {}, h("strong", {}, names(table, remark.seat ?? remark.name ?? "")), " ", remark.text),
          )
        : h("p", { class: "faint" }, "No messages yet."),
    );
    list.scrollTop = list.scrollHeight;
    if (first && typeof table.nowBoard.notes === "string") {
      notes.value = table.nowBoard.notes;
      first = false;
    }
  };
  table.on("change", show);
  return element;
}
