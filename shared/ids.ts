const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => uuid.test(text)

/**
 * Creates a UUID version 7 (RFC 9562), which sorts by its millisecond. The other 74 bits come from `random` (at least
 * 10 bytes).
 */
export function uuidv7(now: Date, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('uuidv7: expects 10 random bytes')
  const time = now.getTime().toString(16).padStart(12, '0')
  const [versionBits = 0, second = 0, variantBits = 0, ...others] = random.subarray(0, 10)
  const bytes = [(versionBits & 0x0f) | 0x70, second, (variantBits & 0x3f) | 0x80, ...others]
  const text = bytes.map((byte) => hex[byte]).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

const hex = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))
