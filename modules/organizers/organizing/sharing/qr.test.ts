import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readCode, squaresOf } from '#tests/support/read-code.ts'
import { qrSvg } from '#shared/qr.ts'

test.each([
  'https://give.example/v4/campaign/wells?src=qr',
  `https://give.example/v4/checkout/${'w'.repeat(180)}?amount=30&src=mosque-board`,
])('the QR code reads as its link, not mirrored, with a quiet zone: %s', async (link) => {
  const picture = await sharp(Buffer.from(qrSvg(link, 'Wells & <b>water</b>')))
    .png()
    .toBuffer()
  expect((await readCode(picture)).squares).toEqual(squaresOf(link))
})
