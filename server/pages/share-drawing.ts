import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { mediaServer } from '#modules/platform/media/index-server.ts'
import { renderTextInto, type TextImage, type LetteringPorts } from '#modules/platform/media/index.ts'
import type { ShareData, ShareShape } from '#modules/causes/campaigns/rules/share.ts'

/** Sizes in pixels, as the networks require. */
const sizes: Readonly<Record<ShareShape, { readonly width: number; readonly height: number }>> = {
  story: { width: 1080, height: 1920 },
  post: { width: 1080, height: 1080 },
  link: { width: 1200, height: 630 },
}
/**
 * Layout of a picture with text below: where the footer begins and how high the picture may be. A story has no text in
 * the 250 pixels that the app covers at each end (content-14).
 */
const stacked = {
  story: { foot: 1548, picture: { min: 860, max: 1120 }, title: 88 },
  post: { foot: 934, picture: { min: 470, max: 640 }, title: 68 },
} as const

const margin = 80
const colours = {
  paper: '#FBFAF5',
  ink: '#141917',
  muted: '#4C534D',
  brand: '#2C633D',
  accent: '#DA9D0D',
  onDark: '#FFFFFF',
  mutedOnDark: '#EAEEEB',
  shade: '#0F2516',
} as const
export const shareGround = colours.paper

export type ShareTexts = LetteringPorts & { readonly productName: string; readonly address: string }
/** Returns the cover or the artwork in exactly this size. */
export type PictureOf = (size: { readonly width: number; readonly height: number }) => Promise<Buffer>

/**
 * Draws an image to share: a picture, the fundraiser's name, its charity and its place, without amounts (content-14).
 * The image is opaque and not yet encoded.
 */
export const drawShareImage = (
  shape: ShareShape,
  shareData: ShareData,
  words: ShareTexts,
  pictureOf: PictureOf,
): Promise<Sharp> =>
  shape === 'link' ? drawLinkPreview(shareData, words, pictureOf) : drawTextBelow(shape, shareData, words, pictureOf)

/** Draws an image for Instagram: text on a paper background, below a picture that is as high as the text allows. */
async function drawTextBelow(
  shape: 'story' | 'post',
  shareData: ShareData,
  words: ShareTexts,
  pictureOf: PictureOf,
): Promise<Sharp> {
  const { width, height } = sizes[shape]
  const { foot, picture, title: size } = stacked[shape]
  const inner = width - 2 * margin
  const [above, between, below] = [52, 34, 56]
  const charity = await renderTextInto(words, {
    text: shareData.organizationName,
    size: 36,
    sizeMin: 28,
    colour: colours.muted,
    width: inner,
    height: 84,
  })
  const titleMax = foot - below - picture.min - above - charity.height - between
  const title = await renderTextInto(words, {
    text: shareData.name,
    size,
    sizeMin: 32,
    isBold: true,
    colour: colours.ink,
    width: inner,
    height: titleMax,
  })
  const product = await mediaServer.renderTextImage(words, {
    text: words.productName,
    size: 40,
    isBold: true,
    colour: colours.brand,
    width: inner,
  })
  const link = await renderTextInto(words, {
    text: words.address,
    size: 30,
    sizeMin: 24,
    colour: colours.muted,
    width: inner,
    height: 72,
  })
  const room = foot - below - above - charity.height - between - title.height
  const seen = { width, height: Math.min(picture.max, room) }
  // Half of the space that a short title leaves goes above the text, half below.
  const top = seen.height + above + Math.round((room - seen.height) / 2)
  const side = sideOf(shareData.name, width, margin)
  return onto({ width, height }, [
    { input: await pictureOf(seen), left: 0, top: 0 },
    { input: line(width), left: 0, top: seen.height },
    side(charity, top),
    side(title, top + charity.height + between),
    side(product, foot),
    side(link, foot + product.height + 20),
  ])
}

/**
 * Draws a link preview. Text over a cover has a dark gradient behind it, so that the whole cover is visible and white
 * text is readable on any photograph; artwork keeps its brightness and has the text below.
 */
async function drawLinkPreview(shareData: ShareData, words: ShareTexts, pictureOf: PictureOf): Promise<Sharp> {
  const { width, height } = sizes.link
  const isOver = shareData.coverId !== null
  const edge = 64
  const inner = width - 2 * edge
  const [strong, quiet, brand] = isOver
    ? [colours.onDark, colours.mutedOnDark, colours.onDark]
    : [colours.ink, colours.muted, colours.brand]
  const product = await mediaServer.renderTextImage(words, {
    text: words.productName,
    size: 34,
    isBold: true,
    colour: brand,
    width: inner / 2,
  })
  const room = inner - product.width - edge
  const charity = await renderTextInto(words, {
    text: shareData.organizationName,
    size: 32,
    sizeMin: 24,
    colour: quiet,
    width: room,
    height: 80,
  })
  const title = await renderTextInto(words, {
    text: shareData.name,
    size: 64,
    sizeMin: 32,
    isBold: true,
    colour: strong,
    width: inner,
    height: 210,
  })
  const row = Math.max(product.height, charity.height)
  const rowTop = height - 46 - row
  const titleTop = rowTop - 34 - title.height
  const seen = { width, height: isOver ? height : titleTop - 44 }
  const [near, far] = [sideOf(shareData.name, width, edge), sideOf(shareData.name, width, edge, true)]
  return onto({ width, height }, [
    { input: await pictureOf(seen), left: 0, top: 0 },
    ...(isOver ? [{ input: shade(width, height, titleTop), left: 0, top: 0 }] : []),
    { input: line(width), left: 0, top: isOver ? height - lineHeight : seen.height },
    near(title, titleTop),
    near(charity, rowTop + Math.round((row - charity.height) / 2)),
    far(product, rowTop + Math.round((row - product.height) / 2)),
  ])
}

/** Aligns text with the start of the fundraiser's name, or with the opposite side. */
const sideOf =
  (name: string, width: number, edge: number, isOther = false) =>
  (words: TextImage, top: number): OverlayOptions => ({
    input: words.data,
    left: mediaServer.isRightToLeftText(name) === isOther ? edge : width - edge - words.width,
    top,
  })

const onto = ({ width, height }: { width: number; height: number }, parts: OverlayOptions[]): Sharp =>
  sharp({ create: { width, height, channels: 3, background: colours.paper } }).composite(parts)

const lineHeight = 6
const line = (width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${lineHeight}"><rect width="${width}" height="${lineHeight}" fill="${colours.accent}"/></svg>`,
  )

/**
 * Draws a dark green gradient that begins transparent and has no visible edge. From where the text begins its opacity
 * is at least 0.78, so that white text has a contrast of 7:1 even over white.
 */
const shade = (width: number, height: number, from: number): Buffer => {
  const start = Math.max(0, from - 190)
  const full = Math.max(0, from - 12)
  const grown = Array.from({ length: 9 }, (_, step) => {
    const part = step / 8
    return [start + (full - start) * part, 0.78 * part * part * (3 - 2 * part)] as const
  })
  const stops = [...grown, [height, 0.94] as const].map(
    ([y, opacity]) =>
      `<stop offset="${(y / height).toFixed(4)}" stop-color="${colours.shade}" stop-opacity="${opacity.toFixed(3)}"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/></svg>`,
  )
}
