import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageLocale } from '#web/lib/page-locale.ts'
import { ErrorPage } from './error-page.tsx'

const shown = (locale: 'en' | 'ar', props: Parameters<typeof ErrorPage>[0]) =>
  renderToStaticMarkup(createElement(PageLocale, { value: locale }, createElement(ErrorPage, props)))

test('the error page and its title are in the visitor’s language', () => {
  expect(shown('ar', { kind: 'broken' })).toContain('<h1>حدث خطأ من جهتنا</h1>')
  expect(shown('ar', { kind: 'broken' })).toContain('<title>حدث خطأ من جهتنا</title>')
  expect(shown('en', { kind: 'missing' })).toContain('<h1>We can’t find this page</h1>')
})

test('a response with its own title and text is used; any other is not', () => {
  const own = { en: { title: 'Too large', text: 'Send less.' }, ar: { title: 'أكبر من المسموح', text: 'أرسل أقل.' } }
  expect(shown('ar', { kind: 'missing', own })).toContain('<h1>أكبر من المسموح</h1><p class="quiet">أرسل أقل.</p>')
  expect(shown('en', { kind: 'missing', own: 'Error: No route matches' as never })).toContain(
    '<h1>We can’t find this page</h1>',
  )
})
