import { describe, expect, test } from 'vitest'
import { formatOf, isHeic, isPdf, withAvifBrands } from './signature.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** The first box of a file in the ISO base media format: size, `ftyp`, major brand, version, compatible brands. */
function fileType(major: string, others: readonly string[] = [], after = '\0'.repeat(8)): Uint8Array {
  const size = 16 + 4 * others.length
  return bytesOf(`\0\0${String.fromCharCode(size >> 8, size & 0xff)}ftyp${major}\0\0\0\0${others.join('')}${after}`)
}

describe('the format of a picture is detected from its first bytes (security-8)', () => {
  test.each([
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ] as const)('%s is detected whatever follows', (format, text) => {
    expect(formatOf(bytesOf(text))).toBe(format)
    expect(formatOf(bytesOf(`${text}\0anything`))).toBe(format)
  })

  test.each([['\xff\xd8\xff\xe0'], ['\x89PNG\r\n\x1a\n'], ['GIF87a'], ['GIF89a'], ['\0\0\0\x14ftypavif\0\0\0\0avif']])(
    '%j is no picture after another byte or without its first byte',
    (text) => {
      expect(formatOf(bytesOf(`x${text}`))).toBeUndefined()
      expect(formatOf(bytesOf(text.slice(1)))).toBeUndefined()
    },
  )

  test.each([
    // Each of the bytes of a signature counts.
    '\xff\xd8\xfe',
    '\xff\xd9\xff',
    '\xfe\xd8\xff',
    '\x89PNG\n\x1a\n',
    '\x88PNG\r\n\x1a\n',
    '\x89PNG',
    '\x89JNG\r\n\x1a\n',
    'GIF88a',
    'GIF8',
    'RIFF\x24\0\0\0WAVEfmt ',
    'RIFX\x24\0\0\0WEBPVP8 ',
    'RIFF',
    'WEBP',
    '%PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '',
  ])('%j is no picture', (text) => expect(formatOf(bytesOf(text))).toBeUndefined())
})

describe('pictures in the ISO base media format', () => {
  test.each(['avif', 'avis', 'mif1', 'miaf', 'MA1A', 'MA1B'])('%s is a brand of AVIF, first or later', (brand) => {
    expect(formatOf(fileType(brand))).toBe('avif')
    expect(formatOf(fileType('isom', [brand]))).toBe('avif')
    expect(formatOf(fileType('isom', ['iso2', brand]))).toBe('avif')
    expect(isHeic(fileType(brand, [brand]))).toBe(false)
  })

  test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])(
    '%s is a brand of HEIC, which is no AVIF even with a brand of both',
    (brand) => {
      for (const bytes of [fileType(brand), fileType('isom', [brand]), fileType('mif1', ['miaf', brand])])
        expect([isHeic(bytes), formatOf(bytes)]).toEqual([true, undefined])
    },
  )

  test('a picture of the general brand is HEIC if its first 4,096 bytes name that coding', () => {
    const coded = (place: number) => fileType('mif1', [], `${'\0'.repeat(place - 16)}hvc1${'\0'.repeat(4096)}`)
    expect([isHeic(coded(40)), formatOf(coded(40))]).toEqual([true, undefined])
    expect(isHeic(coded(4092))).toBe(true)
    expect([isHeic(coded(4093)), formatOf(coded(4093))]).toEqual([false, 'avif'])
    expect(isHeic(fileType('avif', ['miaf'], 'hvc1'))).toBe(false)
    expect(isHeic(fileType('isom', ['mif1'], 'hvc1'))).toBe(true)
  })

  test('brands end with their box, and the version of the box is no brand', () => {
    for (const brand of ['avif', 'heic']) {
      const after = fileType('isom', ['iso2'], brand)
      expect([formatOf(after), isHeic(after)]).toEqual([undefined, false])
      const version = bytesOf(`\0\0\0\x14ftypisom${brand}iso2`)
      expect([formatOf(version), isHeic(version)]).toEqual([undefined, false])
      // A brand begins at a multiple of four.
      const between = fileType('isom', [`xx${brand}xx`])
      expect([formatOf(between), isHeic(between)]).toEqual([undefined, false])
    }
  })

  test('a box longer than the file or than 512 bytes is read up to there', () => {
    const longer = bytesOf('\0\0\0\xffftypisom\0\0\0\0iso2avif')
    expect(formatOf(longer)).toBe('avif')
    expect(formatOf(bytesOf('\xff\xff\xff\xffftypisom\0\0\0\0avif'))).toBe('avif')
    const filler = (count: number) => Array.from({ length: count }, () => 'iso2')
    expect(formatOf(fileType('isom', [...filler(123), 'avif']))).toBe('avif')
    expect(formatOf(fileType('isom', [...filler(124), 'avif']))).toBeUndefined()
    expect(formatOf(bytesOf('\0\0\0\x08ftypavif'))).toBe('avif')
  })

  test('a film or another box isn’t a picture', () => {
    for (const bytes of [
      fileType('mp42', ['isom']),
      fileType('qt  '),
      bytesOf('\0\0\0\x14moovavif\0\0\0\0avif'),
      bytesOf('\0\0\0\x14ftyp'),
    ])
      expect([formatOf(bytes), isHeic(bytes)]).toEqual([undefined, false])
  })
})

describe('the decoder gets AVIF with the brand it accepts', () => {
  test('the first and the second brand are replaced, and all other bytes stay', () => {
    const original = fileType('mif1', ['miaf', 'MA1B'], 'pixels')
    const copy = textOf(original)
    expect(textOf(withAvifBrands(original))).toBe('\0\0\0\x18ftypavif\0\0\0\0avifMA1Bpixels')
    expect(textOf(original)).toBe(copy)
  })

  test('without compatible brands only the first is replaced', () => {
    expect(textOf(withAvifBrands(fileType('mif1', [], 'pixels')))).toBe('\0\0\0\x10ftypavif\0\0\0\0pixels')
  })
})

describe('a PDF begins with its version and ends with its end mark', () => {
  test.each(['%PDF-1.4\n…%%EOF', '%PDF-1.7\n%%EOF\n', '%PDF-2.0 %%EOF'])('%j is a PDF', (text) => {
    expect(isPdf(bytesOf(text))).toBe(true)
  })

  test.each([
    '',
    '%PDF-1.7\n',
    '%%EOF',
    ' %PDF-1.7\n%%EOF',
    '%PDF-3.0\n%%EOF',
    '%PDF-0.9\n%%EOF',
    '%PDF-1.x\n%%EOF',
    '%PDF-1\n%%EOF',
    'PDF-1.7\n%%EOF',
    '<html>%%EOF',
  ])('%j is no PDF', (text) => expect(isPdf(bytesOf(text))).toBe(false))

  test('the end mark is among the last 1,024 bytes', () => {
    const withRest = (rest: number) => bytesOf(`%PDF-1.7\n${' '.repeat(2000)}%%EOF${' '.repeat(rest)}`)
    expect(isPdf(withRest(1019))).toBe(true)
    expect(isPdf(withRest(1020))).toBe(false)
  })
})
