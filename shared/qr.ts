import { escapeHtml } from '#shared/html.ts'
import QRCode from 'qrcode'

/**
 * A QR code as one path of unit squares, and how many of them a side has without the quiet zone. Survives a fold or a
 * thumb (15 %).
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

/** The quiet zone around it, in squares: what the standard asks for. */
export const quiet = 4

/** Dark on white whatever the page is, for cameras. */
export function qrSvg(text: string, title: string): string {
  const { path, size } = qrPath(text)
  const whole = size + 2 * quiet
  const escaped = escapeHtml(title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole * 8}" height="${whole * 8}" shape-rendering="crispEdges" role="img"><title>${escaped}</title><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path fill="#141917" transform="translate(${quiet} ${quiet})" d="${path}"/></svg>`
}
