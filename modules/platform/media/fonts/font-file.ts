import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import { getOrInsert } from '#shared/collections.ts'
import { fontOfWoff } from './woff.ts'

/** A font in memory. HarfBuzz only reads it, so documents can share it. */
export type FontFile = {
  readonly path: string
  /** The font as TrueType. */
  readonly bytes: Uint8Array
  readonly font: Font
  readonly unitsPerEm: number
  readonly characters: ReadonlySet<number>
}

const loaded = new Map<string, FontFile>()

/** Loads a font file once per process. */
export const loadFont = (path: string): FontFile => getOrInsert(loaded, path, () => read(path))

function read(path: string): FontFile {
  const packed = readFileSync(path)
  const bytes = path.endsWith('.woff') ? fontOfWoff(packed) : packed
  const face = new Face(new Blob(new Uint8Array(bytes).buffer))
  return { path, bytes, font: new Font(face), unitsPerEm: face.upem, characters: new Set(face.collectUnicodes()) }
}
