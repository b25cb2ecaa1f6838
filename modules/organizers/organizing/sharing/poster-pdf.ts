import { createElement as h, type ReactElement } from 'react'
import {
  Document,
  type DocumentProps,
  Image,
  Page,
  Path,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from '@react-pdf/renderer'
import sharp from 'sharp'
import { artworkOf } from '#shared/artwork/artwork.ts'
import { documentFonts } from '#modules/money/receipts/index.ts'
import type { Poster } from './poster.ts'
import { qrPath, quietZone } from '#shared/qr.ts'

const { families, loadedFonts, toPrintable } = await documentFonts()

const directionOf = (text: string): 'ltr' | 'rtl' => (/^[^\p{L}]*\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr')

/** Renders a poster as a one-page A4 PDF. Takes some tenths of a second of CPU time. */
export async function posterPdf(poster: Poster): Promise<Buffer> {
  const [glyphs, picture] = await Promise.all([
    loadedFonts(),
    sharp(Buffer.from(artworkOf(poster.slug, poster.category, { width: 1240, height: 560 })))
      .jpeg({ quality: 82 })
      .toBuffer(),
  ])
  const text = (value: string, style: object) => {
    const shown = toPrintable(value, glyphs)
    return h(Text, { style: [styles.text, style, { direction: directionOf(shown) }] as never }, shown)
  }
  const { path, size } = qrPath(poster.link)
  const code = (codeInner * size) / (size + 2 * quietZone)
  const titleLength = Array.from(poster.title).length
  const shorterSize = titleLength > 40 ? 30 : 36
  const page = h(
    Page,
    { size: 'A4', style: styles.page },
    h(Image, { src: { data: picture, format: 'jpg' }, style: styles.picture }),
    h(
      View,
      { style: styles.words },
      text(poster.charity, styles.charity),
      text(poster.title, { ...styles.title, fontSize: titleLength > 70 ? 24 : shorterSize }),
      text(poster.invitation, styles.invitation),
    ),
    h(
      View,
      { style: { ...styles.code, padding: (codeInner - code) / 2 } },
      h(
        Svg,
        { viewBox: `0 0 ${size} ${size}`, style: { width: code, height: code } },
        h(Path, { d: path, fill: '#141917' }),
      ),
    ),
    h(View, { style: styles.below }, text(poster.scan, styles.scan), text(poster.shownLink, styles.link)),
    h(View, { style: styles.foot, fixed: true }, text(poster.productName, styles.product)),
  )
  const about = {
    title: poster.title,
    author: poster.charity,
    language: poster.locale,
    creationDate: poster.createdAt,
    modificationDate: poster.createdAt,
  }
  return renderToBuffer(h(Document, about as DocumentProps, page) as ReactElement<DocumentProps>)
}

/** Points inside the frame of the QR code, including its quiet zone. */
const codeInner = 246

const styles = StyleSheet.create({
  page: { fontFamily: [...families] as never, color: '#141917', alignItems: 'center', backgroundColor: '#FFFFFF' },
  picture: { width: '100%', height: 250, objectFit: 'cover' },
  text: { textAlign: 'center', width: '100%', lineHeight: 1.35 },
  words: { paddingHorizontal: 56, paddingTop: 26, width: '100%' },
  charity: { fontSize: 13, color: '#2C633D', fontWeight: 600, marginBottom: 6 },
  title: { fontWeight: 600, lineHeight: 1.25 },
  invitation: { fontSize: 14, color: '#4C534D', marginTop: 8 },
  code: { marginTop: 20, borderWidth: 2.5, borderColor: '#2C633D', borderRadius: 18, backgroundColor: '#FFFFFF' },
  below: { paddingHorizontal: 56, paddingTop: 14, width: '100%' },
  scan: { fontSize: 16, fontWeight: 600 },
  link: { fontSize: 11, color: '#4C534D', marginTop: 4 },
  foot: { position: 'absolute', bottom: 26, left: 56, right: 56 },
  product: { fontSize: 10, color: '#626963' },
})
