/**
 * The types of what the server sends.
 *
 * @typedef {{x: number, y: number, terrain: string, name?: string, neighbours: string[]}} Hex
 * @typedef {{hexes: Record<string, Hex>, size: [number, number], hex: number}} Grid
 * @typedef {{side: string, name: string, type: string, formation?: string, printed: string, size?: string,
 *   tags?: string[], values?: Record<string, number>}} Counter
 * @typedef {{id: string, title: string, source: string, rule: string, heads: string[][], rows: string[][],
 *   notes: string[], outcomes: Outcome[]}} Chart
 * @typedef {{results: string[], meaning: string, harms: "" | "attacker" | "defender"}} Outcome
 * @typedef {{id: string, name: string}} Side
 * @typedef {{number: number, title: string, text: string, side: string, rule: string}} Lesson
 * @typedef {{rule: string, title: string, text: string, heading: boolean}} BriefRule
 * @typedef {"none" | "unit" | "hex" | "number" | string} Kind
 * @typedef {{kind: Kind, say: string, ask: string, tone: "go" | "strike" | "probe" | "aid" | "leave", words: Record<string, string>,
 *   main: boolean, quiet: boolean, before: "" | "helps" | "all", answer: string, key: string,
 *   middle: boolean, together: string, shift: boolean}} Verb
 * @typedef {{id: string, title: string, sides: Side[], grid: Grid, counters: Record<string, Counter>,
 *   verbs: Record<string, Verb>, charts: Chart[], palettes: string[], lessons: Lesson[], scenarios: Scenario[], note?: string,
 *   data?: any, boxes: Record<string, Box>, secrets?: boolean, map?: string, words?: Record<string, string>,
 *   commanders?: Commander[], marks: Record<string, Mark>, figures: Record<string, string>}} Game
 *
 * @typedef {{id: string, title: string, about: string, turns: number, rule?: string, answers: string, aims: Record<string, string[]>}} Scenario
 * @typedef {{id: string, name: string, about?: string}} Commander
 * @typedef {{id: string, title: string, about: string, scale: string, publisher?: string, sides: Side[],
 *   scenarios: Scenario[], map: string, note?: string, commanders?: Commander[], lessons?: number}} Title
 *
 * @typedef {{what: string, amount: number, rule: string}} Modifier
 * @typedef {{title: string, modifiers: Modifier[], total: number, line: string, line_rule: string,
 *   column: string, chances: Record<string, [number, number]>, by_roll: string[], column_index: number, about: string, answer?: string,
 *   alternatives?: Alternative[], assumed?: string, effects?: Effect[], reactions?: Note[], remarks?: Note[], fires?: Fire[], first?: string}} Preview
 * @typedef {{side: string, attacks: boolean, strength: number, column: string, modifiers: Modifier[], total: number,
 *   by_roll: string[], rolled: number}} Fire
 * @typedef {{results: string[], text: string, rule: string, harms: "" | "attacker" | "defender"}} Effect
 * @typedef {{action: string, title: string, price: string, possible: boolean, columns: string, modifiers: Modifier[],
 *   total: number, chances: Record<string, [number, number]>, victory: [number, number], chosen: boolean}} Alternative
 * @typedef {{winner: string, level: string, reasons: string[], score?: Record<string, number>}} Result
 * @typedef {{game: string, scenario: string, side: string, seat: string, version: number, prompt: string,
 *   rule: string, where: string, actions: Record<string, string[]>, facts: Record<string, string>, status: Record<string, any>,
 *   preview: Preview | null, over: boolean, result: Result | null, may_undo: boolean, hand: string[],
 *   orders?: Record<string, string[]>, brief?: boolean, public?: boolean,
 *   reminders?: Record<string, string>}} View
 *
 * @typedef {{text: string, rule?: string}} Note
 * @typedef {{text: string, rule: string, side: string, hexes: string[]}} Objective
 * @typedef {{number: number, label: string, notes: Note[]}} Turn
 * @typedef {{phases: string[], phase: number, turns: Turn[], turn: number, ends?: string}} Track
 * @typedef {"plain" | "spent" | "duty" | "harm" | "chosen" | "target" | "attacking"} Look
 * @typedef {{letter: string, look: Look, turns: boolean}} Mark
 * @typedef {{name: string, listed: boolean, lost: boolean}} Box
 * @typedef {{text: string, title: string, look: Look, foot: "" | "left" | "middle"}} Badge
 * @typedef {{title: string, value: number, greatest: number, side: string, rule: string, asked: boolean}} Gauge
 * @typedef {{at: string, marks?: string[], badge?: Badge}} Place
 * @typedef {{seat?: string, name?: string, text: string, at?: string}} Remark
 * @typedef {{outline: string, frame: [number, number, number, number]}} Unused
 * @typedef {{moment?: number, units: Record<string, Place>, reach?: Record<string, string>, faint?: string[], ringed?: string[], spotlights?: Record<string, {hexes: string[], notes: Note[]}>, flagged?: string[], wishes?: string[], leaps?: Record<string, string[]>, remarks?: Note[], consequences?: Record<string, Record<string, string>>, aftermath?: boolean, passes?: boolean, proposed?: Record<string, string>, overlays?: Record<string, string[]>,
 *   unused?: Unused | null, waiting?: Record<string, string[]>, heights?: Record<string, number>, gauges?: Gauge[], warnings?: Note[], objectives?: Objective[],
 *   track?: Track | null, chat?: Remark[], notes?: string, offers?: any, clock?: any, opponents?: any,
 *   resigned?: string, rematch?: {wanted: string[], link: string} | null, lesson?: LessonState | null,
 *   may_fork?: boolean, hints?: boolean}} BoardState
 * @typedef {{number: number, of: number, title: string, text: string, rule: string, side: string, step: number,
 *   steps: number, met: boolean | null, wants: string[], done: boolean, praise: string}} LessonState
 *
 * @typedef {{version: number, level: string, texts: string[], sentence: string}} Advice
 *
 * @typedef {{rule: string, text: string, heading: string}} Happening
 * @typedef {{number: number, seat: string, action: string, events: Happening[]}} LogEntry
 * @typedef {{match: string, seats: any, view: View, board: BoardState, title?: string, scenario?: string}} Answer
 *
 * @typedef {{verb: string, arg: string, text: string, kind: Kind, how: Verb}} Choice
 * @typedef {{token: string, match: string, game: string, title: string, scenario: string, side: string,
 *   how: string, when: number, over?: boolean, turn?: string, lesson?: number, branch?: string}} Remembered
 */

export {};
