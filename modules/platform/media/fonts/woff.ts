import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** Converts a WOFF file to the font it contains (W3C WOFF 1.0, section 5), because the renderer reads only that. */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const header = Buffer.alloc(sfntHeader + sfntEntry * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(16 << power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(count * 16 - (16 << power), 10)
  const tables: Buffer[] = []
  let fileOffset = header.length
  for (let index = 0; index < count; index++) {
    const entry = woffHeader + index * woffEntry
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    const place = sfntHeader + index * sfntEntry
    woff.copy(header, place, entry, entry + 4)
    woff.copy(header, place + 4, entry + 16, entry + 20)
    header.writeUInt32BE(fileOffset, place + 8)
    header.writeUInt32BE(length, place + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    tables.push(table, padding)
    fileOffset += length + padding.length
  }
  return Buffer.concat([header, ...tables])
}
