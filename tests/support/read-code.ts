import QRCode from 'qrcode'
import sharp from 'sharp'

/**
 * Returns the modules of the QR code in a picture by row (`#`: dark) and their size in pixels. Throws if there is none,
 * or it has no white margin.
 */
export async function readCode(picture: Buffer): Promise<{ readonly squares: string[]; readonly pixels: number }> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number): boolean => data[(y * info.width + x) * info.channels]! < 100
  for (let y = 0; y < info.height; y++) {
    const corners = cornersIn(runsOf((x) => isDark(x, y), info.width))
    const [remainder, right] = [corners[0], corners.at(-1)]
    if (!remainder || !right || remainder === right || remainder.pixels !== right.pixels) continue
    const { pixels } = remainder
    const size = (right.at + 7 * pixels - remainder.at) / pixels
    // The row is the first of the three centre rows of the finder patterns.
    const top = y - 2 * pixels
    const isSquareDark = (column: number, row: number) =>
      isDark(remainder.at + Math.floor((column + 0.5) * pixels), top + Math.floor((row + 0.5) * pixels))
    for (let place = -4; place < size + 4; place++)
      for (const edge of [-4, -3, -2, -1, size, size + 1, size + 2, size + 3])
        if (isSquareDark(place, edge) || isSquareDark(edge, place))
          throw new Error('the code has no four white squares around it')
    return {
      squares: Array.from({ length: size }, (_, row) =>
        Array.from({ length: size }, (_, column) => (isSquareDark(column, row) ? '#' : ' ')).join(''),
      ),
      pixels,
    }
  }
  throw new Error('there is no code in this picture')
}

type Run = { readonly at: number; readonly length: number; readonly isDark: boolean }

function runsOf(isDark: (x: number) => boolean, width: number): Run[] {
  const runs: Run[] = []
  for (let x = 0; x < width;) {
    const from = x
    while (x < width && isDark(x) === isDark(from)) x++
    runs.push({ at: from, length: x - from, isDark: isDark(from) })
  }
  return runs
}

/** Finds a finder pattern: dark, light, three dark, light, dark. */
const cornersIn = (runs: readonly Run[]) =>
  runs.flatMap(({ at, length, isDark }, index) =>
    isDark && length >= 3 && [1, 1, 3, 1, 1].every((part, next) => runs[index + next]?.length === part * length)
      ? [{ at, pixels: length }]
      : [],
  )

/** Returns the expected modules of a link's QR code. */
export function squaresOf(link: string): string[] {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => (modules.get(row, column) ? '#' : ' ')).join(''),
  )
}
