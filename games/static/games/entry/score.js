// The moves entered so far and the record they make. No page, no server.
export class Score {
  constructor(variant, startFen = variant.start_fen) {
    this.variant = variant;
    this.startFen = startFen;
    this.moves = [];
  }

  get fen() {
    return this.moves.at(-1)?.fen ?? this.startFen;
  }

  fenAt(ply) {
    return ply ? this.moves[ply - 1].fen : this.startFen;
  }

  sideAt(ply) {
    return this.fenAt(ply).trim()[0].toUpperCase() === "B" ? "black" : "white";
  }

  get side() {
    return this.sideAt(this.moves.length);
  }

  add(move, isForced) {
    const { text, route, captured, fen, stoodBy = "" } = move;
    this.moves.push({ text, route, captured, fen, isForced, stoodBy });
  }

  // Takes back to the last choice: moves that were played by themselves go with the one that led to them.
  takeBack() {
    let move = this.moves.pop();
    while (move?.isForced && this.moves.length) move = this.moves.pop();
    return move;
  }

  cut(ply) {
    this.moves.length = ply;
  }

  // Half-moves with their numbers: [{ply, number, isFirst, text}].
  get numbered() {
    const offset = this.sideAt(0) === this.variant.first_side ? 0 : 1;
    return this.moves.map((move, index) => ({
      ply: index + 1,
      number: Math.floor((index + offset) / 2) + 1,
      isFirst: (index + offset) % 2 === 0,
      text: move.text,
      isForced: move.isForced,
      stoodBy: move.stoodBy,
      fen: move.fen,
    }));
  }

  // The record as PDN. `headers` is a list of [name, value]; `winner` is white, black, draw or "".
  toPdn(headers, winner) {
    const result = this.#result(winner);
    const tags = headers.filter(([, value]) => value.trim());
    tags.push(["Result", result], this.variant.rule_tag, ...this.variant.pinning_tags);
    if (this.startFen !== this.variant.start_fen) tags.push(["FEN", this.startFen]);
    const lines = tags.map(([name, value]) => `[${name} "${value.trim().replace(/["\\]/g, "\\$&")}"]`);
    return `${lines.join("\n")}\n\n${this.#wrapped(result)}\n`;
  }

  #result(winner) {
    const [first, second, draw] =
      this.variant.result_family === "2-0" ? ["2-0", "0-2", "1-1"] : ["1-0", "0-1", "1/2-1/2"];
    if (winner === "draw") return draw;
    if (!winner) return "*";
    return winner === this.variant.first_side ? first : second;
  }

  #wrapped(result) {
    const words = this.numbered.flatMap(({ number, isFirst, text, stoodBy, fen }, index) => {
      // An illegal move that stood says so before it, and has the position that it left behind it.
      const move = stoodBy ? [`{[%stood ${stoodBy}]}`, text, `/FEN "${fen}"/`] : [text];
      if (isFirst) return [`${number}.`, ...move];
      return index ? move : [`${number}...`, ...move];
    });
    const lines = [""];
    for (const word of [...words, result]) {
      const line = lines.at(-1);
      if (line && line.length + word.length + 1 > 78) lines.push(word);
      else lines[lines.length - 1] = line ? `${line} ${word}` : word;
    }
    return lines.join("\n");
  }
}
