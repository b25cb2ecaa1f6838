import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { art } from '#shared/art.ts'
import { Problem } from '#shared/problem.ts'
import { findShareFacts, type ShareFacts } from '#modules/campaigns/index.ts'
import type { App } from './app.ts'
import { fontOfWoff } from './woff.ts'

/** Pixels; texts of a story keep out of what the app lays over its ends (experience.md 1.14). */
const shapes = {
  story: { width: 1080, height: 1920, picture: { top: 0, height: 960 }, words: { top: 1020, height: 500 }, foot: 1570 },
  post: { width: 1080, height: 1080, picture: { top: 0, height: 540 }, words: { top: 580, height: 330 }, foot: 960 },
} as const
type Shape = keyof typeof shapes

const margin = 80
/** Between the charity's name and the fundraiser's. */
const gap = 36
const colours = { paper: '#FBFAF5', ink: '#141917', muted: '#4C5A52', brand: '#2C633D', accent: '#DA9D0D' } as const
const keptMax = 200

/** `/share/<slug>/story.png` and `post.png` (S1 §2.3): one simple template with the fundraiser's art, its name, its charity and where it is. No amounts. */
export function registerShareImages(fastify: FastifyInstance, app: App): void {
  const kept = new Map<string, Promise<Buffer>>()

  fastify.get<{ Params: { slug: string; file: string } }>('/share/:slug/:file', async (request, reply) => {
    const shape = /^(story|post)\.png$/.exec(request.params.file)?.[1] as Shape | undefined
    const facts = shape ? await findShareFacts(app, request.params.slug) : undefined
    if (!shape || !facts) throw new Problem('not-found', 'not-found')
    const key = JSON.stringify([shape, facts])
    let image = kept.get(key)
    if (!image) {
      image = drawShareImage(shape, facts, {
        dataDir: app.config.DATA_DIR,
        productName: app.productName,
        address: `${app.origin.replace(/^https?:\/\//, '')}/campaign/${facts.slug}`,
      })
      image.catch(() => kept.delete(key))
      kept.set(key, image)
      if (kept.size > keptMax) kept.delete(kept.keys().next().value!)
    }
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .send(await image)
  })
}

type Around = { readonly dataDir: string; readonly productName: string; readonly address: string }

/** One image as PNG. Arabic letters are joined and run from the right, whatever fonts the machine has: ours come along. */
export async function drawShareImage(shape: Shape, facts: ShareFacts, { dataDir, productName, address }: Around): Promise<Buffer> {
  const { width, height, picture, words, foot } = shapes[shape]
  const isFromRight = /[\u0590-\u08ff]/.test(facts.name)
  await loadFonts(dataDir)
  const fontfile = fontFile(dataDir, 'arabic', 700)
  const text = (of: { text: string; size: number; bold?: boolean; colour: string; width?: number }) =>
    sharp({
      text: {
        text: `<span foreground="${of.colour}">${escaped(of.text)}</span>`,
        font: `Vazirmatn ${of.bold ? 'Bold ' : ''}${of.size}`,
        fontfile,
        width: of.width ?? width - 2 * margin,
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })

  const charity = await text({ text: facts.organizationName, size: 36, colour: colours.muted })
  // As large as it may be in its place.
  let size = shape === 'story' ? 84 : 66
  let title = await text({ text: facts.name, size, bold: true, colour: colours.ink })
  while (title.info.height > words.height - charity.info.height - gap && size > 28) {
    size -= 6
    title = await text({ text: facts.name, size, bold: true, colour: colours.ink })
  }
  const product = await text({ text: productName, size: 40, bold: true, colour: colours.brand })
  const link = await text({ text: address, size: 30, colour: colours.muted, width: width - 2 * margin })
  const art16to9 = await sharp(Buffer.from(art(facts.slug, facts.category)))
    .resize(width, picture.height, { fit: 'cover' })
    .png()
    .toBuffer()
  const edge = (image: { info: { width: number } }) => (isFromRight ? width - margin - image.info.width : margin)
  const line = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="6"><rect width="${width}" height="6" fill="${colours.accent}"/></svg>`,
  )
  return sharp({ create: { width, height, channels: 3, background: colours.paper } })
    .composite([
      { input: art16to9, left: 0, top: picture.top },
      { input: line, left: 0, top: picture.top + picture.height },
      { input: charity.data, left: edge(charity), top: words.top },
      { input: title.data, left: edge(title), top: words.top + charity.info.height + gap },
      { input: product.data, left: edge(product), top: foot },
      { input: link.data, left: edge(link), top: foot + product.info.height + 14 },
    ])
    .png({ palette: true, quality: 92 })
    .toBuffer()
}

const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const parts = ['latin', 'latin-ext', 'arabic'] as const
const weights = [400, 700] as const
const fontFile = (dataDir: string, part: (typeof parts)[number], weight: (typeof weights)[number]): string =>
  path.join(dataDir, 'fonts', `vazirmatn-${part}-${weight}.ttf`)

const loaded = new Map<string, Promise<void>>()

/** Unpacks the fonts into the data folder, once, and makes each of them known to what draws. */
function loadFonts(dataDir: string): Promise<void> {
  let loading = loaded.get(dataDir)
  if (!loading) {
    loading = unpackFonts(dataDir)
    loading.catch(() => loaded.delete(dataDir))
    loaded.set(dataDir, loading)
  }
  return loading
}

async function unpackFonts(dataDir: string): Promise<void> {
  await fs.mkdir(path.join(dataDir, 'fonts'), { recursive: true })
  for (const part of parts)
    for (const weight of weights) {
      const packed = fileURLToPath(import.meta.resolve(`@fontsource/vazirmatn/files/vazirmatn-${part}-${weight}-normal.woff`))
      const file = fontFile(dataDir, part, weight)
      // Written beside and moved: two processes may begin at once.
      await fs.writeFile(`${file}.${process.pid}`, fontOfWoff(await fs.readFile(packed)))
      await fs.rename(`${file}.${process.pid}`, file)
      await sharp({ text: { text: 'a', font: 'Vazirmatn 10', fontfile: file, rgba: true } })
        .png()
        .toBuffer()
    }
}
