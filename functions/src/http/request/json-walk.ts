const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** A complete number literal: none of its parts may be cut short. */
const NUMBER = /-?(?:0|[1-9]\d*(?!\d))(?:\.\d+(?!\d))?(?:[eE][+-]?\d+(?!\d))?(?![.eE])/y;
const LITERAL = /(?:true|false|null)(?![^ \t\n\r}\]{[":,/])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACES = /[ \t\n\r]*/y;

/** Callbacks for what a walk passes; each may throw to end it. */
export interface JsonVisitor {
  objectBegins?(): void;
  objectEnds?(): void;
  /** A key, decoded. The path is still that of its object. */
  key?(key: string): void;
  /** The value that `path` leads to is a number. @param text as it is written. */
  number?(text: string): void;
}

/**
 * Walks through JSON text once, without building its values. Takes time linear in the text, and memory only for its
 * depth, which must be low enough for recursion.
 */
export class JsonWalk {
  /** Keys and indexes that lead to the current value. */
  readonly path: PropertyKey[] = [];
  readonly #text: string;
  readonly #visitor: JsonVisitor;
  #at = 0;

  constructor(text: string, visitor: JsonVisitor = {}) {
    this.#text = text;
    this.#visitor = visitor;
  }

  /** Walks to the end. @returns the position of the first token that is not JSON or is misplaced; undefined if the text is valid. */
  run(): number | undefined {
    if (!this.#value()) return this.#at;
    this.#skipSpace();
    return this.#at === this.#text.length ? undefined : this.#at;
  }

  /** Each of these methods passes what it is named after, or returns false and stays before the wrong token. */
  #value(): boolean {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#number() || this.#skip(LITERAL);
    }
  }

  #object(): boolean {
    this.#at++;
    this.#visitor.objectBegins?.();
    if (!this.#take("}")) {
      do if (!this.#member()) return false;
      while (this.#take(","));
      if (!this.#take("}")) return false;
    }
    this.#visitor.objectEnds?.();
    return true;
  }

  #member(): boolean {
    this.#skipSpace();
    const start = this.#at;
    if (!this.#string()) return false;
    const key = keyOf(this.#text.slice(start, this.#at));
    this.#visitor.key?.(key);
    this.path.push(key);
    if (!this.#take(":") || !this.#value()) return false;
    this.path.pop();
    return true;
  }

  #array(): boolean {
    this.#at++;
    if (this.#take("]")) return true;
    let index = 0;
    do {
      this.path.push(index++);
      if (!this.#value()) return false;
      this.path.pop();
    } while (this.#take(","));
    return this.#take("]");
  }

  #number(): boolean {
    const start = this.#at;
    if (!this.#skip(NUMBER)) return false;
    if (this.#visitor.number) this.#visitor.number(this.#text.slice(start, this.#at));
    return true;
  }

  /** Does not use a single pattern, for which the engine would remember every character of a long text. */
  #string(): boolean {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== QUOTE) return false;
    for (this.#at++; ; ) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTE) break;
      const isFine = code === BACKSLASH ? this.#skip(ESCAPE) : code >= SPACE;
      if (!isFine) {
        this.#at = start;
        return false;
      }
      if (code !== BACKSLASH) this.#at++;
    }
    this.#at++;
    return true;
  }

  #take(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    // Most tokens follow each other, and a pattern takes ten times as long as this comparison.
    if (this.#text.charCodeAt(this.#at) <= SPACE) this.#skip(SPACES);
  }

  /** Passes what the pattern matches here. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }
}

function keyOf(literal: string): string {
  return literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1);
}
