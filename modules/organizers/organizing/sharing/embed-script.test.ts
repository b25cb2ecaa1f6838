import vm from 'node:vm'
import { expect, test } from 'vitest'
import { embedScript } from './embed-script.ts'

test('what other sites load is small and asks nothing of their visitors', () => {
  expect(Buffer.byteLength(embedScript)).toBeLessThanOrEqual(2048)
  expect(embedScript).not.toMatch(/cookie|localStorage|sessionStorage|fetch\(|XMLHttp|sendBeacon|eval|innerHTML/)
  expect(() => new vm.Script(embedScript)).not.toThrow()
})

test('keeps the plain link below the frame, for browsers that refuse it [security-17]', () => {
  const link = {
    dataset: { sunbul: 'wells', view: 'widget' },
    textContent: 'Wells',
    href: 'https://give.example.org/v4/campaign/wells',
  }
  const onPage: object[] = [link]
  const methods = {
    before: (frame: object) => void onPage.splice(onPage.indexOf(link), 0, frame),
    replaceWith: (frame: object) => void onPage.splice(onPage.indexOf(link), 1, frame),
  }
  const document = {
    currentScript: { src: 'https://give.example.org/embed.js' },
    readyState: 'complete',
    querySelectorAll: () => [Object.assign(link, methods)],
    createElement: () => ({ style: {}, setAttribute: () => {} }),
  }
  vm.runInNewContext(embedScript, { document, URL, URLSearchParams, addEventListener: () => {} })
  expect(onPage).toMatchObject([
    { src: 'https://give.example.org/embed/wells?src=embed', title: 'Wells' },
    { href: 'https://give.example.org/v4/campaign/wells' },
  ])
})
