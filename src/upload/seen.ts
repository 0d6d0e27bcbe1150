/**
 * Which rows stood earlier in the file, in flat memory: a hash table in typed arrays, some 30 bytes a
 * row whatever the rows hold. Rows are told apart by a hash of 96 bits, 64 of them over the text that
 * differs most from row to row. That two different rows share one is less likely than 1 in 10^16 in a
 * file of a million rows, far below the error rate of the disk that the file lies on.
 */
/** Odd multipliers without a common structure, a lane each, and where the lanes start. */
const [prime1, prime2, prime3] = [0x01000193, 0x85ebca6b, 0xc2b2ae35];
const [seed1, seed2, seed3] = [0x811c9dc5, 0x9e3779b9, 0x27d4eb2f];
/** Stands behind each text, and in none of them as a character. */
const separator = 0x1_0000;

/** MurmurHash3's finaliser: every bit of the lane depends on every bit put in. */
function mixed(lane: number): number {
  let hash = lane;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Slots of the table, and what they refer to, double when they are half full. */
const firstCapacity = 1 << 12;

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

export class SeenRows {
  /** Of each slot: one lane of the hash, and the entry's number and one; 0 where it is free. */
  #slots = new Int32Array(firstCapacity * 2);
  /** Of each entry in the order of the file: the other two lanes, and its row. */
  #lanes = new Int32Array(firstCapacity);
  #rows = new Int32Array(firstCapacity / 2);
  #size = 0;

  /**
   * The row that had the same texts first, or undefined after having put this one down. `key` is the
   * text that tells most rows apart by itself.
   */
  see(row: number, key: string, others: readonly string[]): number | undefined {
    let hash1 = seed1;
    let hash2 = seed2;
    let hash3 = seed3;
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index);
      hash1 = Math.imul(hash1 ^ unit, prime1);
      // A product carries changes upwards only: the turn brings them down again.
      hash2 = Math.imul(((hash2 << 13) | (hash2 >>> 19)) ^ unit, prime2);
    }
    for (const text of others) {
      for (let index = 0; index < text.length; index++) {
        hash3 = Math.imul(((hash3 << 17) | (hash3 >>> 15)) ^ text.charCodeAt(index), prime3);
      }
      hash3 = Math.imul(hash3 ^ separator, prime3);
    }
    return this.#put(row, mixed(hash1), mixed(hash2), mixed(hash3));
  }

  #put(row: number, hash1: number, hash2: number, hash3: number): number | undefined {
    const slots = this.#slots;
    const lanes = this.#lanes;
    const mask = slots.length - 1;
    let at = (hash1 * 2) & mask;
    for (let entry = slots[at + 1] as number; entry !== 0; entry = slots[at + 1] as number) {
      const place = (entry - 1) * 2;
      if (slots[at] === hash1 && lanes[place] === hash2 && lanes[place + 1] === hash3) {
        return this.#rows[entry - 1];
      }
      at = (at + 2) & mask;
    }
    const place = this.#size * 2;
    lanes[place] = hash2;
    lanes[place + 1] = hash3;
    this.#rows[this.#size] = row;
    this.#size++;
    slots[at] = hash1;
    slots[at + 1] = this.#size;
    if (place + 2 === lanes.length) this.#grow();
    return undefined;
  }

  #grow(): void {
    this.#lanes = doubled(this.#lanes);
    this.#rows = doubled(this.#rows);
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let at = ((old[from] as number) * 2) & mask;
      while (slots[at + 1] !== 0) at = (at + 2) & mask;
      slots[at] = old[from] as number;
      slots[at + 1] = old[from + 1] as number;
    }
    this.#slots = slots;
  }
}
