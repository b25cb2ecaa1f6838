import * as fontkit from 'fontkit'
import type { FontFile } from '../fonts/font-file.ts'
import type { Glyph } from './shape-text.ts'

/** The part of a font that one document embeds. */
export type EmbeddedFont = {
  readonly id: string
  readonly reference: PDFKit.PDFKitReference
  /** Returns the code of a glyph with its text and its width in thousandths, as four hexadecimal digits. */
  codeOf(glyph: Pick<Glyph, 'id' | 'text'>, width?: number): string
  /** Writes the font into the document, after the last page. */
  end(): void
}

const hex = (value: number): string => value.toString(16).padStart(4, '0')
const rounded = (value: number): number => Math.round(value * 100) / 100
/** Maximum number of entries in a block of a CMap (PDF 1.7, 9.7.5.4). */
const blockSize = 100

/**
 * Adds a font to a document, as a composite font whose codes are ours. A code is a glyph together with its character,
 * because characters can share a glyph, and a reader of the document must get each of them. `number` is unique in the
 * document.
 */
export function embedFont(
  document: PDFKit.PDFDocument,
  { bytes, font, unitsPerEm }: FontFile,
  number: number,
): EmbeddedFont {
  const id = `S${number}`
  // The prefix of a subset's name (PDF 1.7, 9.6.4).
  const tag = Array.from(String(number).padStart(6, '0'), (digit) => String.fromCodePoint(65 + Number(digit))).join('')
  const reference = document.ref({})
  const codes = new Map<string, number>()
  const glyphs: { readonly id: number; readonly text: string; readonly width: number }[] = []
  const scale = 1000 / unitsPerEm

  function toUnicode(): string {
    const lines = glyphs.map(
      ({ text }, index) =>
        `<${hex(index + 1)}> <${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')}>`,
    )
    const blocks = Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, block) =>
      lines.slice(block * blockSize, (block + 1) * blockSize),
    )
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n')
  }

  function writeStream(data: object, content: Uint8Array | string): PDFKit.PDFKitReference {
    const stream = document.ref(data)
    stream.end(content)
    return stream
  }

  return {
    id,
    reference,
    codeOf: ({ id: glyphId, text }, width = font.glyphHAdvance(glyphId) * scale) => {
      const key = `${glyphId} ${text}`
      const code = codes.get(key) ?? glyphs.push({ id: glyphId, text, width })
      codes.set(key, code)
      return hex(code)
    },
    end: () => {
      const subset = fontkit.create(Buffer.from(bytes)) as fontkit.Font
      const part = subset.createSubset()
      const glyphIds = Buffer.alloc(2 * (glyphs.length + 1))
      glyphs.forEach((glyph, index) =>
        glyphIds.writeUInt16BE(Number(part.includeGlyph(subset.getGlyph(glyph.id))), 2 * (index + 1)),
      )
      const { ascender, descender } = font.hExtents()
      const { minX, minY, maxX, maxY } = subset.bbox
      const BaseFont = `${tag}+${(subset.postscriptName ?? id).replace(/[^\w-]/g, '')}`
      const FontDescriptor = document.ref({
        Type: 'FontDescriptor',
        FontName: BaseFont,
        Flags: 4, // Symbolic: the codes are ours.
        FontBBox: [minX, minY, maxX, maxY].map((edge) => rounded(edge * scale)),
        ItalicAngle: 0,
        Ascent: rounded(ascender * scale),
        Descent: rounded(descender * scale),
        CapHeight: rounded((subset.capHeight || ascender) * scale),
        StemV: 0,
        FontFile2: writeStream({}, part.encode()),
      })
      FontDescriptor.end(undefined)
      const descendant = document.ref({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont,
        // A string of PDF; a plain one is a name (pdfkit).
        // oxlint-disable-next-line unicorn/new-for-builtins
        CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
        FontDescriptor,
        W: [1, glyphs.map(({ width }) => rounded(width))],
        CIDToGIDMap: writeStream({}, glyphIds),
      })
      descendant.end(undefined)
      Object.assign(reference.data, {
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: writeStream({}, toUnicode()),
      })
      reference.end(undefined)
    },
  }
}
