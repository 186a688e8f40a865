// The steps of an incident on one page, so that they go on without network: board, player, what happened, what the
// law book asks for. Every link leads to the same step as a page of its own where this module does not run. What is
// confirmed is kept on the phone until the server has answered; the key of the form makes it one, however often sent.
import { newKey, outbox } from "../club/outbox.js";
import { askReason } from "./reasons.js";
import { dropRuled } from "./ruled.js";

const facts = JSON.parse(document.getElementById("incident-facts").textContent);
const { words } = facts;
const form = document.querySelector("form[data-file]");
const button = form.querySelector("[data-confirm]");
const steps = [...document.querySelectorAll("[data-step]")];
const kept = document.getElementById("kept");
const STEPS = ["board", "player", "kind", "proposal"];
const DETAILS = ["square", "toward", "move", "minutes", "about"];
const NAMES = ["board", "game", "player", "incident"];
const PATIENCE = 3_000; // milliseconds for an answer, then the next incident can be begun
const isSettled = "settled" in form.dataset;
const came = { case: form.elements.case.value, version: form.elements.version.value };
let isFresh = false; // the page came with the step it shows

// ---- what is chosen, as the address has it ----

function chosen() {
  const asked = new URLSearchParams(location.search);
  const board = facts.boards[asked.get("board")];
  if (!board) return { case: asked.get("case") };
  const number = Number(asked.get("game") ?? board.game_on);
  const game = board.games.find((one) => one.number === number) ?? board.games.at(-1);
  const side = ["white", "black"].find((one) => String(game[one].entry) === asked.get("player"));
  const incident = asked.get("incident");
  return { case: asked.get("case"), pairing: asked.get("board"), board, game, side, incident: facts.names[incident] ? incident : null };
}

function address(changes) {
  const asked = new URLSearchParams(location.search);
  asked.delete("number");
  for (const [name, value] of Object.entries(changes)) value === null ? asked.delete(name) : asked.set(name, value);
  return `${location.pathname}?${asked}`;
}

function go(changes) {
  history.pushState(null, "", address(changes));
  show();
  document.getElementById("main").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function stepOf({ board, side, incident }) {
  if (!board) return "board";
  if (!side) return "player";
  return incident ? "proposal" : "kind";
}

// ---- drawing ----

function fill(name, text) {
  for (const one of document.querySelectorAll(`[data-fill="${name}"]`)) if (!one.closest("template")) one.textContent = text;
}

// The games of a match of teams are its boards; a tie-break game is none.
function gameName(board, game) {
  return board.is_team && !game.is_tie_break ? `${words.board} ${game.number}` : game.name;
}

function where({ board, game }, step) {
  const parts = [`${board.is_team ? words.match : words.board} ${board.number ?? ""}`];
  if (board.is_team ? step !== "player" : board.games.length > 1) parts.push(gameName(board, game));
  return [...parts, board.section].join(", ");
}

function reveal(step) {
  for (const one of steps) one.hidden = one.dataset.step !== step;
  for (const one of document.querySelectorAll("[data-chosen]")) one.hidden = step === "kept" || STEPS.indexOf(one.dataset.chosen) >= STEPS.indexOf(step);
}

function show() {
  const now = chosen();
  const step = stepOf(now);
  if (now.board) fill("board", where(now, step));
  if (now.side) fill("player", `${words[now.side]}: ${now.game[now.side].name}`);
  if (now.incident) fill("kind", facts.names[now.incident]);
  if (step === "player") drawSeats(now);
  if (step === "kind") drawKinds(now);
  if (step === "proposal" && !isFresh) drawProposal(now);
  isFresh = false;
  type("");
  reveal(step);
}

function drawSeats({ board, game, pairing }) {
  const shown = board.is_team ? board.games : [game];
  document.querySelector("[data-seats]").replaceChildren(
    ...shown.map((one) => {
      const part = document.getElementById("one-game").content.cloneNode(true);
      const title = part.querySelector("h3");
      title.hidden = !board.is_team;
      title.textContent = gameName(board, one);
      for (const link of part.querySelectorAll("[data-side]")) {
        const seat = one[link.dataset.side];
        link.querySelector("[data-name]").textContent = seat.name;
        const team = link.querySelector("[data-team]");
        team.hidden = !seat.team;
        team.textContent = seat.team;
        Object.assign(link.dataset, { player: seat.entry, game: one.number });
        link.href = address({ board: pairing, game: one.number, player: seat.entry, incident: null });
      }
      return part;
    }),
  );
  const others = board.is_team || board.games.length < 2 ? [] : board.games;
  document.querySelector("[data-games]").replaceChildren(
    ...others.map((one) => {
      const link = Object.assign(document.createElement("a"), { className: "button", textContent: gameName(board, one) });
      link.href = address({ game: one.number, player: null });
      link.dataset.chooseGame = one.number;
      if (one.number === game.number) link.setAttribute("aria-current", "true");
      return link;
    }),
  );
}

// The kinds that can occur where the game of the board is played, the commonest as tiles.
function drawKinds({ board }) {
  const { offered, tiles } = facts.books[board.book];
  const drawn = tiles.map((code) => {
    const link = document.getElementById("one-tile").content.cloneNode(true).firstElementChild;
    link.href = address({ incident: code });
    link.dataset.incident = code;
    link.textContent = facts.names[code];
    return link;
  });
  document.querySelector("[data-tiles]").replaceChildren(...drawn);
  for (const link of document.querySelectorAll("[data-kinds] [data-incident]")) link.hidden = !offered.includes(link.dataset.incident);
}

// A late arrival beyond the default time is read as what it is.
function readAs(incident) {
  const { late } = facts;
  return late && incident === late.from && Number(form.elements.minutes.value) > late.minutes ? late.to : incident;
}

// What law book or event regulations ask for: the rung of the ladder after the offences of the game or of the event,
// counted as the server counts.
function proposal({ case: again, board, game, side, pairing, incident }) {
  const book = facts.books[board.book];
  const { family, rungs, in_event: isOfEvent, source } = book.incidents[readAs(incident)];
  const entry = game[side].entry;
  const same = facts.earlier.filter(([who, , , code, number, isLater]) => who === entry && number !== facts.case && !(again && isLater) && book.incidents[code]?.family === family);
  const here = same.filter(([, at, number]) => String(at) === pairing && number === game.number);
  const inEvent = board.is_team ? here.length : same.length;
  const rung = rungs[Math.min(isOfEvent ? inEvent : here.length, rungs.length - 1)];
  return { book, rung, source: source ?? book.source, inGame: here.length, inEvent };
}

function drawArticles(book, ids) {
  const drawn = ids.map((id, at) => {
    const part = document.getElementById(at ? "more-article" : "first-article").content.cloneNode(true);
    const [heading, text, isOwn] = book.articles[id];
    if (isOwn) part.querySelector("[data-text]").removeAttribute("lang");
    part.querySelector("[data-id]").textContent = id;
    part.querySelector("[data-heading]").textContent = heading;
    part.querySelector("[data-text]").textContent = text;
    return part;
  });
  document.querySelector("[data-articles]").replaceChildren(...drawn);
}

// The rung as the page shows it, with the sanction chosen, its number and the reasons that are ready-made.
function drawRung(now) {
  const { book, rung, inGame, inEvent, source } = proposal(now);
  fill("sentence", rung.sentence);
  fill("in_game", inGame);
  fill("in_event", inEvent);
  fill("source", source);
  document.querySelector("[data-counted]").hidden = !rung.is_offence;
  document.querySelector("[data-silent]").hidden = rung.articles.length > 0;
  drawArticles(book, rung.articles);
  for (const one of form.elements.consequence) {
    one.checked = one.value === rung.consequence && (one.value !== "" || !now.board.may_rule);
    if (one.value === "") one.disabled = now.board.may_rule;
  }
  form.dataset.wanted = rung.consequence;
  form.elements.penalty.value = rung.consequence === "time_penalty" ? rung.amount || "" : "";
  form.elements.points.value = rung.consequence === "points_deducted" ? rung.amount || "" : "";
  form.elements.forfeit.checked = rung.is_forfeit;
  drawReasons(facts.reasons[readAs(now.incident)] ?? facts.reasons[""]);
  return rung;
}

function drawReasons(reasons) {
  const shown = isSettled ? [...new Set([...facts.reasons.anew, ...reasons])] : reasons;
  form.querySelector("[data-ready]").replaceChildren(
    ...shown.map((reason) => {
      const part = document.getElementById("ready-reason").content.cloneNode(true);
      part.querySelector("input").value = reason;
      part.querySelector("span").textContent = reason;
      return part;
    }),
  );
}

function drawProposal(now, fields = null) {
  form.reset();
  form.elements.minutes.value = fields?.minutes ?? "";
  refuse("");
  askToConfirm(false);
  const rung = drawRung(now);
  for (const one of document.querySelectorAll("[data-for-deputies]")) one.hidden = now.board.may_rule;
  const hidden = { board: now.pairing, board_number: now.board.number ?? "", game: now.game.number, player: now.game[now.side].entry, incident: now.incident, was: isSettled ? "" : now.game.was };
  hidden.case = now.case ?? "";
  hidden.version = hidden.case === came.case ? came.version : "";
  for (const [name, value] of Object.entries(hidden)) form.elements[name].value = value;
  form.elements.key.value = newKey();
  for (const one of form.elements.outcome) one.checked = one.value === "";
  for (const name of ["reason", "move_recalled", "move_replaced", "clock", "note", ...DETAILS]) form.elements[name].value = "";
  if (form.elements.keeps_loss) form.elements.keeps_loss.checked = false;
  form.querySelector("[data-reason]").open = Boolean(fields?.reason || fields?.ready);
  for (const name of DETAILS) {
    const field = form.querySelector(`[data-detail="${name}"]`);
    const label = facts.details[now.incident][name];
    field.hidden = !label;
    field.querySelector("label").textContent = label ?? "";
    field.querySelector("input").required = facts.needed.some(([code, one]) => code === now.incident && one === name);
  }
  for (const one of form.querySelectorAll("[data-only]")) one.hidden = one.dataset.only !== now.incident;
  form.querySelector("[data-others]").open = !rung.consequence || Boolean(fields);
  form.querySelector("[data-results]").open = facts.opens[now.incident] === "results" || Boolean(fields?.outcome);
  form.querySelector("[data-more]").open = facts.opens[now.incident] === "more";
  if (fields) putBack({ forfeit: "", ...fields, was: "" });
  showChosen();
}

function putBack(fields) {
  for (const [name, value] of Object.entries(fields)) {
    const element = form.elements[name];
    if (!element || name === "csrfmiddlewaretoken") continue;
    if (element.type === "checkbox" || element.type === "radio") element.checked = element.value === value;
    else element.value = value;
  }
}

function showChosen() {
  askReason(form);
  const one = [...form.elements.consequence].find((box) => box.checked);
  const { ruled, filed } = button.dataset;
  const label = (chosen().board?.may_rule ?? true) ? ruled : filed;
  button.textContent = one?.value ? `${label}: ${one.labels[0].textContent.trim()}` : label;
}

// ---- the number pad ----

const typed = document.querySelector("[data-typed]");
const lines = [...document.querySelectorAll("[data-board][data-number]")];

function type(text) {
  typed.textContent = text;
  const fits = lines.filter((one) => !text || one.dataset.number.startsWith(text));
  for (const one of lines) one.hidden = !fits.includes(one);
  const exact = fits.filter((one) => one.dataset.number === text);
  for (const one of exact.reverse()) one.parentElement.insertBefore(one, one.parentElement.querySelector("[data-board]"));
  for (const part of document.querySelectorAll("[data-boards]")) part.hidden = !fits.some((one) => part.contains(one));
  document.querySelector("[data-no-board]").hidden = fits.length > 0 || !text;
  if (text && fits.length === 1 && exact.length === 1) go({ board: exact[0].dataset.board, game: null, player: null, incident: null });
  else if (!text) sortLines();
}

function sortLines() {
  for (const part of document.querySelectorAll("[data-boards]")) {
    part.append(...lines.filter((one) => part.contains(one)));
  }
}

// ---- sending ----

function refuse(text) {
  const place = form.querySelector("[data-refusal]");
  place.replaceChildren(...(text ? [Object.assign(document.createElement("p"), { className: "message message--error", textContent: text })] : []));
  if (text) form.querySelector("[data-others]").open = true;
  if (text) place.scrollIntoView({ block: "center" });
}

// What was published or paired on other scores is confirmed with a box, once the refusal has named it.
function askToConfirm(isAsked) {
  form.querySelector("[data-reach]").hidden = !isAsked;
  if (!isAsked) form.elements.confirms_effects.checked = false;
}

outbox.handlers.incident = {
  showsRefused: true,
  show: () => drawKept(),
  settled(entry, { told, refusal }) {
    const { key } = entry;
    const isOnScreen = form.elements.key.value === key && stepOf(chosen()) === "proposal" && !form.closest("[hidden]");
    if (refusal) {
      form.elements.was.value = ""; // whoever confirms it again has read what stands there
      tried.add(key);
      if (isOnScreen) refuse(refusal);
      if (isOnScreen) askToConfirm(Boolean(told.asks_to_confirm));
      return;
    }
    dropRuled(outbox, entry, tried);
    if (isOnScreen) location.assign(told.address);
    else done.set(key, { label: `${words.case} ${told.number}: ${told.told}`, address: told.address });
    drawKept();
  },
};
const done = new Map();
const tried = new Set(); // forms that were refused while this page was open

function drawKept() {
  const isOnScreen = (key) => form.elements.key.value === key && !form.closest("[hidden]");
  const forms = outbox.of("incident").map((item) => [item.key, item]).filter(([key, item]) => !isOnScreen(key) && item.address === form.action);
  kept.replaceChildren(
    ...forms.map(([key, item]) => {
      const part = document.getElementById("kept-one").content.cloneNode(true);
      part.querySelector("[data-fill=label]").textContent = item.label;
      part.querySelector("[data-fill=waiting]").hidden = Boolean(item.refusal);
      const refusal = part.querySelector("[data-fill=refusal]");
      refusal.hidden = !item.refusal;
      refusal.textContent = item.refusal ?? "";
      part.querySelector("[data-mend]").hidden = !item.refusal;
      for (const button of part.querySelectorAll("[data-act]")) button.dataset.key = key;
      return part;
    }),
    ...[...done.values()].map((item) => {
      const part = document.getElementById("kept-one").content.cloneNode(true);
      part.querySelector("section").className = "message message--good stack";
      part.querySelector("[data-fill=label]").textContent = item.label;
      part.querySelector("[data-done]").hidden = false;
      part.querySelector("[data-done] a").href = item.address;
      return part;
    }),
  );
  kept.hidden = kept.childElementCount === 0;
}

function mend(key) {
  const { fields, refusal, told } = outbox.all.get(key);
  const asked = Object.fromEntries([...NAMES, "case"].map((name) => [name, fields[name] || null]));
  history.pushState(null, "", address(asked));
  isFresh = true;
  show();
  drawProposal(chosen(), fields);
  refuse(refusal);
  askToConfirm(Boolean(told?.asks_to_confirm));
  drawKept();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const now = chosen();
  const { csrfmiddlewaretoken: _token, ...fields } = Object.fromEntries(new FormData(form));
  const { key } = fields;
  if (outbox.all.get(key)?.state === "waiting") return;
  const label = [where(now, "kind"), now.game[now.side].name, facts.names[now.incident]].join(" · ");
  refuse("");
  button.setAttribute("aria-busy", "true");
  const answer = outbox.answered(key);
  await outbox.put({ key, kind: "incident", lane: `incident ${key}`, address: form.action, fields, label });
  const late = new Promise((resolve) => {
    outbox.addEventListener("late", ({ detail }) => detail.key === key && resolve(null));
    setTimeout(resolve, PATIENCE, null);
  });
  const told = await Promise.race([answer, late]);
  button.removeAttribute("aria-busy");
  if (told) return;
  history.pushState(null, "", location.pathname);
  reveal("kept");
  drawKept();
});

form.addEventListener("change", (event) => {
  const now = chosen();
  if (event.target.name === "minutes" && facts.late?.from === now.incident) drawRung(now);
  showChosen();
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const on = (selector) => event.target.closest(selector);
  const digit = on("[data-digit]");
  if (digit) return type(digit.dataset.digit === "" ? "" : typed.textContent + digit.dataset.digit);
  const act = on("[data-act]");
  if (act?.dataset.act === "mend") return mend(act.dataset.key);
  if (act?.dataset.act === "drop") {
    outbox.drop(act.dataset.key);
    return drawKept();
  }
  const link = on("a[data-board], a[data-player], a[data-incident], a[data-choose-game], a[data-to]");
  if (!link) return undefined;
  event.preventDefault();
  const { board, player, game, incident, chooseGame, to } = link.dataset;
  if (link.getAttribute("aria-disabled") === "true") return undefined;
  if (board) return go({ board, game: null, player: null, incident: null });
  if (player) return go({ game, player, incident: null });
  if (incident) return go({ incident });
  if (chooseGame) return go({ game: chooseGame, player: null });
  return go(Object.fromEntries(NAMES.slice({ board: 0, player: 2, kind: 3 }[to]).map((name) => [name, null])));
});

addEventListener("popstate", () => {
  const step = steps.find((one) => !one.hidden)?.dataset.step;
  if (step !== stepOf(chosen()) || step !== "kind") show();
});

isFresh = stepOf(chosen()) === "proposal" && Boolean(form.elements.incident.value);
if (form.elements.board.value && !new URLSearchParams(location.search).get("board")) {
  const values = Object.fromEntries(NAMES.map((name) => [name, form.elements[name].value || null]));
  history.replaceState(null, "", address({ ...values, case: form.elements.case.value || null }));
  isFresh = true;
}
outbox.ready.then(() => {
  for (const { key, state, fields } of outbox.of("incident")) {
    const version = state === "refused" ? facts.ruled[fields.case] : undefined; // ruled on since, on another phone or at the desk
    if (version !== undefined && (!fields.version || Number(fields.version) < version)) outbox.drop(key);
  }
  drawKept();
});
show();
showChosen();
drawKept();
