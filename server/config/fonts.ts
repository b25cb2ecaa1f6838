import fs from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '#shared/html.ts'

/**
 * Prepares the folder of the fonts for pictures and hides the machine's fonts from the renderer, so that a text looks
 * the same on every machine. Fontconfig reads its configuration once per process, at the first text. Returns the folder.
 */
export function prepareFonts(folder: string): string {
  fs.mkdirSync(folder, { recursive: true })
  const config = path.join(folder, 'fonts.conf')
  const cache = escapeHtml(path.join(folder, 'cache'))
  fs.writeFileSync(config, `<?xml version="1.0"?><fontconfig><cachedir>${cache}</cachedir></fontconfig>\n`)
  process.env.FONTCONFIG_FILE = config
  return folder
}
