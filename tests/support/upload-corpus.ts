import { deflateSync } from 'node:zlib'

/** Invalid uploads: renamed programs, HTML pages, truncated files, polyglots. */
export const noPictures: readonly (readonly [string, Buffer])[] = [
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'an SVG with a declaration',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a program called picture.jpg', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)])],
  ['an ELF program', Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(400)])],
  ['a PDF that is cut', Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj')],

  ['an archive', Buffer.from('PK\u0003\u0004................')],
  ['a script that begins like a GIF', Buffer.from('GIF89a/*.......*/=1;alert(1)')],
  ['a JPEG of three bytes', Buffer.from([0xff, 0xd8, 0xff])],
  [
    'an SVG behind the first bytes of a PNG',
    Buffer.concat([
      Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]),
  ],
  ['a TIFF', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)])],
  ['nothing', Buffer.alloc(0)],
]

/** Returns a PDF with one empty page; `within`: additional contents. */
export const aPdf = (within = ''): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj\n${within}\ntrailer <</Root 1 0 R>>\n%%EOF\n`,
  )

/** Returns a PNG with a size in its header but no pixels. */
export function oversizedPng(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4)
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
