import { escapeHtml } from '#shared/html.ts'
import QRCode from 'qrcode'

/**
 * Returns a QR code as one SVG path of unit squares, and the number of squares per side without the quiet zone. Up to
 * 15 % of it may be unreadable.
 */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue
      let run = 1
      while (x + run < size && modules.get(y, x + run)) run++
      path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  return { path, size }
}

/** Width of the quiet zone in squares, as the standard requires. */
export const quietZone = 4

/** Renders a QR code in dark on white for cameras, regardless of the page's theme. */
export function qrSvg(text: string, title: string): string {
  const { path, size } = qrPath(text)
  const whole = size + 2 * quietZone
  const escaped = escapeHtml(title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole * 8}" height="${whole * 8}" shape-rendering="crispEdges" role="img"><title>${escaped}</title><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path fill="#141917" transform="translate(${quietZone} ${quietZone})" d="${path}"/></svg>`
}
