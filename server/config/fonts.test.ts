import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the fonts of the machine don’t change a picture', () => {
  const machine = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-machine-'))
  const config = path.join(machine, 'fonts.conf')
  fs.writeFileSync(config, `<fontconfig><dir>${machine}</dir><cachedir>${machine}/cache</cachedir></fontconfig>`)
  const packed = ['figtree', 'gowun-dodum'].map((family) =>
    import.meta.resolve(`@fontsource/${family}/files/${family}-latin-400-normal.woff`),
  )
  /** Whether fonts of the machine are unknown to the renderer, after our preparation or without it. */
  const isHidden = (isPrepared: boolean) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import fs from 'node:fs'
        import sharp from 'sharp'
        const { fontOfWoff } = await import('./modules/platform/media/fonts/woff.ts')
        const { prepareFonts } = await import('./server/config/fonts.ts')
        for (const [index, url] of ${JSON.stringify(packed)}.entries())
          fs.writeFileSync(${JSON.stringify(machine)} + '/' + index + '.ttf', fontOfWoff(fs.readFileSync(new URL(url))))
        await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).png().toBuffer()
        if (${isPrepared}) prepareFonts(${JSON.stringify(path.join(machine, 'ours'))})
        const draw = (font) => sharp({ text: { text: 'Wells', font, rgba: true } }).raw().toBuffer()
        console.log((await draw('Figtree 40')).equals(await draw('Gowun Dodum 40')))`,
      ],
      { env: { ...process.env, FONTCONFIG_FILE: config }, encoding: 'utf8' },
    ).trim()
  expect([isHidden(true), isHidden(false)]).toEqual(['true', 'false'])
  fs.rmSync(machine, { recursive: true })
})
