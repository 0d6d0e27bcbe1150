/**
 * Which rows stood earlier in the file, in flat memory: a hash table in typed arrays, some 30 bytes a
 * row whatever the rows hold. Rows are told apart by a 96 bit hash. That two different rows share one
 * is less likely than 1 in 10^17 in a file of a million rows, far below a disk's own error rate.
 */
const lanes = 3;
/** Odd multipliers without a common structure, a lane each, and where the lanes start. */
const [prime1, prime2, prime3] = [0x01000193, 0x85ebca6b, 0xc2b2ae35];
const [seed1, seed2, seed3] = [0x811c9dc5, 0x9e3779b9, 0x27d4eb2f];
/** Stands between the texts of a row, and in none of them as a character. */
const separator = 0x1_0000;

/** MurmurHash3's finaliser: every bit of the lane depends on every bit put in. */
function mixed(lane: number): number {
  let hash = lane;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

export class SeenRows {
  #capacity = 1024;
  #hashes = new Int32Array(this.#capacity * lanes);
  /** Of each slot: the row's number and one, 0 where it is free. */
  #rows = new Uint32Array(this.#capacity);
  #size = 0;

  /** The row that had the same texts first, or undefined after having put this one down. */
  see(row: number, texts: readonly string[]): number | undefined {
    let hash1 = seed1;
    let hash2 = seed2;
    let hash3 = seed3;
    for (const text of texts) {
      for (let index = 0; index <= text.length; index++) {
        const unit = index === text.length ? separator : text.charCodeAt(index);
        hash1 = Math.imul(hash1 ^ unit, prime1);
        hash2 = Math.imul(hash2 ^ unit, prime2);
        hash3 = Math.imul(hash3 ^ unit, prime3);
        // A product carries changes upwards only: the turn brings them down again.
        hash2 = (hash2 << 13) | (hash2 >>> 19);
        hash3 = (hash3 << 17) | (hash3 >>> 15);
      }
    }
    return this.#put(row, mixed(hash1), mixed(hash2), mixed(hash3));
  }

  #put(row: number, hash1: number, hash2: number, hash3: number): number | undefined {
    if (this.#size * 2 >= this.#capacity) this.#grow();
    const mask = this.#capacity - 1;
    let slot = hash1 & mask;
    for (;;) {
      const found = this.#rows[slot] as number;
      const at = slot * lanes;
      if (found === 0) {
        this.#rows[slot] = row + 1;
        this.#hashes[at] = hash1;
        this.#hashes[at + 1] = hash2;
        this.#hashes[at + 2] = hash3;
        this.#size++;
        return undefined;
      }
      if (
        this.#hashes[at] === hash1 &&
        this.#hashes[at + 1] === hash2 &&
        this.#hashes[at + 2] === hash3
      ) {
        return found - 1;
      }
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    this.#capacity *= 2;
    this.#hashes = new Int32Array(this.#capacity * lanes);
    this.#rows = new Uint32Array(this.#capacity);
    this.#size = 0;
    for (const [slot, row] of rows.entries()) {
      if (row === 0) continue;
      const at = slot * lanes;
      this.#put(row - 1, hashes[at] as number, hashes[at + 1] as number, hashes[at + 2] as number);
    }
  }
}
