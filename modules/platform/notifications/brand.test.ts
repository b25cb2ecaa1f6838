import { expect, test } from 'vitest'
import { mailLayout } from './layout.ts'
import { senderOf } from './mailer.ts'

const content = {
  locale: 'en' as const,
  productName: 'Sunbul',
  title: 'Thank you',
  preheader: 'A receipt',
  footer: 'You gave.',
  blocks: [{ kind: 'text' as const, text: 'May Allah accept it.', isTheirs: true as const }],
}

test('a charity’s mail shows its name, colour and logo at the top and the platform at the bottom (content-29)', () => {
  const brand = { name: 'Rahma <b>', colour: '#FFD400', logoUrl: 'https://give.example/media/1.webp', replyTo: null }
  const { html, text } = mailLayout({ ...content, brand })
  expect(html).toContain('background:#FFD400;color:#141917')
  expect(html).toContain('<img src="https://give.example/media/1.webp" alt=""')
  expect(html).toContain('Rahma &#60;b&#62;')
  expect(html.indexOf('Sunbul')).toBeGreaterThan(html.indexOf('May Allah accept it.'))
  expect(text.startsWith('Rahma <b>\n')).toBe(true)
  // An invalid colour or another kind of address isn't inserted into the page.
  const wrong = mailLayout({ ...content, brand: { ...brand, colour: 'red;x:y', logoUrl: 'javascript:alert(1)' } }).html
  expect(wrong).not.toMatch(/red;x|javascript|<img/)
})

test('the sender is “name via platform” at the platform’s address, for any name (content-29)', () => {
  const from = 'Sunbul <giving@example.org>'
  expect(senderOf(from, 'Sunbul', 'Rahma Relief')).toBe('"Rahma Relief via Sunbul" <giving@example.org>')
  expect(senderOf(from, 'Sunbul', 'A"\r\nBcc: x@evil.example <y>')).toBe(
    '"A Bcc: x@evil.example y via Sunbul" <giving@example.org>',
  )
})
