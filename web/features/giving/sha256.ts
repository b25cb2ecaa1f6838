const primes: number[] = []
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime !== 0)) primes.push(number)
/** The first 32 bits after the point. */
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const roundConstants = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)))
const firstState = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
const schedule = new Int32Array(64)

/**
 * SHA-256 (FIPS 180-4) of ASCII, at once. For very many short texts: asking the browser's own for each costs ten times the work itself, and its
 * answers leave the page no turn. The state that is answered is eight words of 32 bits.
 */
export function sha256(text: string): Int32Array {
  const state = firstState.slice()
  const blocks = Math.ceil((text.length + 9) / 64)
  for (let block = 0; block < blocks; block++) {
    for (let index = 0; index < 16; index++) {
      const at = block * 64 + index * 4
      schedule[index] = (byteOf(text, at) << 24) | (byteOf(text, at + 1) << 16) | (byteOf(text, at + 2) << 8) | byteOf(text, at + 3)
    }
    if (block === blocks - 1) schedule[15] = text.length * 8
    mixIn(state)
  }
  return state
}

/** Behind the text stands one bit, and then nothing. */
const byteOf = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : at === text.length ? 0x80 : 0)

function mixIn(state: Int32Array): void {
  for (let index = 16; index < 64; index++) {
    const early = schedule[index - 15]!
    const late = schedule[index - 2]!
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    schedule[index] = schedule[index - 16]! + first + schedule[index - 7]! + second
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + roundConstants[index]! + schedule[index]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
