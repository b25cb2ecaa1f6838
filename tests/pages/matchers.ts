/** Assertions about locators and pages, named like Playwright's. */
import { expect } from 'vitest'
import { isVisible, matches, spaceless, type Text } from './dom.ts'
import type { Locator } from './locator.ts'
import type { Page } from './page.ts'

type Result = { readonly pass: boolean; message(): string }
const result = (pass: boolean, message: () => string): Result => ({ pass, message })
const where = ({ page }: Locator) => page.summary
const isExactly = (text: string, wanted: Text) => matches(text, wanted, { exact: true })

const matchers = {
  toBeVisible: (found: Locator) =>
    result(found.elements().length > 0 && found.elements().every(isVisible), () => `expected it on ${where(found)}`),
  toHaveCount: (found: Locator, count: number) =>
    result(found.count() === count, () => `expected ${count}, found ${found.count()} on ${where(found)}`),
  toContainText: (found: Locator, text: Text) =>
    result(matches(found.text, text), () => `expected ${text} in “${found.text}”`),
  toHaveText: (found: Locator, text: Text) =>
    result(isExactly(found.text, text), () => `expected ${text}, found “${found.text}”`),
  toHaveValue: (found: Locator, value: Text) =>
    result(value instanceof RegExp ? value.test(found.value) : found.value === value, () => `found “${found.value}”`),
  toBeChecked: (found: Locator) => result(found.isChecked, () => `it is ${found.isChecked ? '' : 'not '}checked`),
  toBeDisabled: (found: Locator) => result(found.isDisabled, () => `it is ${found.isDisabled ? '' : 'not '}disabled`),
  toHaveAttribute: (found: Locator, name: string, value: Text) =>
    result(isExactly(spaceless(found.attribute(name) ?? ''), value), () => `found “${found.attribute(name)}”`),
  toHaveURL: ({ url }: Page, wanted: Text) => {
    const path = url.pathname + url.search + url.hash
    return result(wanted instanceof RegExp ? wanted.test(url.href) : path === wanted, () => `the URL is ${url.href}`)
  },
  toHaveTitle: ({ title }: Page, wanted: Text) => result(isExactly(title, wanted), () => `the title is “${title}”`),
}
expect.extend(matchers)

declare module 'vitest' {
  interface Matchers {
    toBeVisible(): void
    toHaveCount(count: number): void
    toContainText(text: Text): void
    toHaveText(text: Text): void
    toHaveValue(value: Text): void
    toBeChecked(): void
    toBeDisabled(): void
    toHaveAttribute(name: string, value: Text): void
    toHaveURL(wanted: Text): void
    toHaveTitle(wanted: Text): void
  }
}
