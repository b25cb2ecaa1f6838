import { expect, test } from 'vitest'
import { formWithin, postedForm } from './posted-form.ts'

const multipart = (body: string, type = 'multipart/form-data; boundary=ears') =>
  new Request('https://sunbul.example/login', { method: 'POST', body, headers: { 'content-type': type } })
const part = (name: string, value: string) =>
  `--ears\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const refusedBy = (request: Request) => postedForm(request).catch((thrown: unknown) => thrown)

test('reads a complete form in both encodings', async () => {
  const plain = new Request('https://sunbul.example/login', {
    method: 'POST',
    body: new URLSearchParams({ email: 'أمينة' }),
  })
  expect((await postedForm(plain)).get('email')).toBe('أمينة')
  expect((await postedForm(multipart(`${part('email', 'أمينة')}--ears--\r\n`))).get('email')).toBe('أمينة')
})

test.each([
  ['its end is missing', () => multipart(part('email', 'amina@example.org').slice(0, -10))],
  [
    'its parts are parted by something else',
    () => multipart(`${part('email', 'amina@example.org')}--ears--\r\n`, 'multipart/form-data; boundary=grain'),
  ],
  ['nothing parts it', () => multipart('not a form', 'multipart/form-data')],
  [
    'it is said to be nothing',
    () => new Request('https://sunbul.example/login', { method: 'POST', body: new Uint8Array([1]) }),
  ],
  ['it has more fields than any form has', () => multipart(`${part('a', '').repeat(2001)}--ears--\r\n`)],
])('a form is no fault of ours when %s: it is answered 400, in both languages', async (_, request) => {
  expect(await refusedBy(request())).toMatchObject({
    data: { en: { title: 'We didn’t receive your whole form' }, ar: { title: 'لم يصل النموذج كاملًا' } },
    init: { status: 400 },
  })
})

test('rejects a form with hundreds of thousands of fields before parsing it', async () => {
  const request = new Request('https://sunbul.example/login', {
    method: 'POST',
    body: 'a&'.repeat(690_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const began = performance.now()
  expect(await refusedBy(request)).toMatchObject({ init: { status: 400 } })
  expect(performance.now() - began).toBeLessThan(3000)
})

test('stops reading a form at the size limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  const request = new Request('https://sunbul.example/login', {
    method: 'POST',
    body: endless,
    headers: { 'content-type': 'multipart/form-data; boundary=ears' },
    duplex: 'half',
  } as RequestInit)
  expect(await refusedBy(request)).toMatchObject({ init: { status: 413 } })
  expect(sent).toBeLessThan(20)
  expect(await formWithin(multipart(part('a', 'x'.repeat(1000))), 500)).toBe(undefined)
})
