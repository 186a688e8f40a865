// Drop what was refused of a dispute that is ruled on now: of the same case, the same incident of a player, or tried on
// the same page about the same game.
export function dropRuled(outbox, { fields }, tried = new Set()) {
  for (const { key, state, fields: other } of outbox.of("incident")) {
    const isSame = (...names) => names.every((name) => fields[name] === other[name]);
    const isOfCase = Boolean(fields.case) && isSame("case");
    const isTried = tried.has(key) && isSame("board", "game");
    if (state === "refused" && (isOfCase || isTried || isSame("board", "game", "player", "incident"))) outbox.drop(key);
  }
}
