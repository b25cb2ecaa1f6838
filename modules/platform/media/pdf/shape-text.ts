import { Buffer as HarfBuzzBuffer, ClusterLevel, Direction, shape } from 'harfbuzzjs'
import { required } from '#shared/collections.ts'
import type { FontFile } from '../fonts/font-file.ts'

/** A glyph in thousandths of the font size, with the characters of its cluster. */
export type Glyph = {
  readonly id: number
  readonly text: string
  readonly advance: number
  readonly x: number
  readonly y: number
}
export type ShapedText = { readonly glyphs: readonly Glyph[]; readonly width: number }

/** Shapes text of one font and one direction. Glyphs are in visual order. */
export function shapeText({ font, unitsPerEm }: FontFile, text: string, isRightToLeft: boolean): ShapedText {
  const buffer = new HarfBuzzBuffer()
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const scale = 1000 / unitsPerEm
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]))
  const glyphs = infos.map(({ codepoint, cluster }, index) => {
    const { xAdvance, xOffset, yOffset } = required(positions[index])
    return {
      id: codepoint,
      text: text.slice(cluster, ends.get(cluster)),
      advance: xAdvance * scale,
      x: xOffset * scale,
      y: yOffset * scale,
    }
  })
  return { glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) }
}
