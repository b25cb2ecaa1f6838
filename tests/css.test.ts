import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web')
const read = (pattern: string) =>
  globSync(pattern, { cwd: web }).map((file) => ({ file, text: readFileSync(path.join(web, file), 'utf8') }))
const sheets = read('**/*.css').map(({ file, text }) => ({
  file: file.replace(/^styles\//, ''),
  text: text.replace(/\/\*[\s\S]*?\*\//g, ''),
}))
/** Code of pages and of the payment providers' parts in them. */
const code = read('{**,../modules/money/payments/providers/**}/*.{ts,tsx}').filter(
  ({ file }) => !/\.test\.|^messages\//.test(file),
)

/** Classes without a rule, each with the reason. */
const withoutRule: Readonly<Record<string, string>> = {
  'add-to-basket': 'marks the button that opens the drawer; journeys and the drawer find it by its class',
  'preview-page': 'marks the preview of a fundraiser; journeys find it by its class',
}
/** All words in the code, and prefixes that a template completes, such as `plan-mark-${state}`. */
const words = new Set(code.flatMap(({ text }) => text.split(/[\s'"`{}]+/)))
const beginnings = [...words].filter((word) => /^[a-z][\w-]*-\$$/.test(word)).map((word) => word.slice(0, -1))

/** Rules that restyle parts of the UI kit on the pages that load their sheet. */
const pageRules: Readonly<Record<string, string>> = {
  '.account-content .card h2': 'dashboard.css: pages of figures have smaller headings in their cards',
  '.account-content > .page-head > .stack': 'dashboard.css: their page heading shares its line with the periods',
  '.card details > summary': 'dashboard.css: details in their cards open by a link',
  '.account-content .stack > h3': 'desk.css: small headings of staff pages',
  '.account-form details > summary': 'desk.css: details in the forms of staff pages',
}

/** Splits a selector list at its commas outside parentheses. */
function splitList(selector: string): string[] {
  let depth = 0
  let position = 0
  const parts: string[] = []
  for (const [index, sign] of [...selector].entries()) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) {
      parts.push(selector.slice(position, index).trim())
      position = index + 1
    }
  }
  return [...parts, selector.slice(position).trim()]
}

const classesOf = (selector: string) => [...selector.matchAll(/\.(-?[a-zA-Z][\w-]*)/g)].map(([, name]) => name!)
/** Returns the selectors of a sheet: the text before each brace, except at-rules and animation steps. */
const selectorsOf = (text: string) =>
  [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, before]) => before!.trim())
    .filter((before) => !/^(@|from$|to$|\d)/.test(before))
const defined = new Map(
  sheets.flatMap(({ file, text }) =>
    selectorsOf(text)
      .flatMap(classesOf)
      .map((name) => [name, file]),
  ),
)

test('every class in a style sheet is used', () => {
  const isUsed = (name: string) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
  expect([...defined.keys()].filter((name) => !isUsed(name))).toEqual([])
})

test('every class that a component writes has a rule', () => {
  const written = code.flatMap(({ file, text }) =>
    [...text.matchAll(/className=(?:"([^"]+)"|\{([^}]*(?:\$\{[^}]*\}[^}]*)*)\})/g)].flatMap(
      ([, plain, computed = '']) =>
        (plain ?? [...computed.matchAll(/(?<![=!]= )['`]([a-z][\w -]*)(?=['`$])/g)].map(([, inner]) => inner).join(' '))
          .split(/\s+/)
          .filter((name) => name && !name.endsWith('-'))
          .map((name) => ({ file, name })),
    ),
  )
  expect(written.length).toBeGreaterThan(1000)
  const hasRule = (name: string) =>
    defined.has(name) || name in withoutRule || beginnings.some((beginning) => defined.has(`${beginning}${name}`))
  expect(written.filter(({ name }) => !hasRule(name))).toEqual([])
})

test('every custom property is defined and used', () => {
  const css = sheets.map(({ text }) => text).join('\n')
  const all = css + code.map(({ text }) => text).join('\n')
  const set = new Set([...all.matchAll(/(--[a-z][\w-]*)['"]?\]?\s*:/g)].map(([, name]) => name!))
  const used = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!))
  expect([...set].filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((name) => !set.has(name))).toEqual([])
})

test('only the tokens, the reset and the UI kit have selectors without a class of their sheet', () => {
  const isGlobal = (file: string) => /^(tokens|reset|fonts)\.css$|^kit\//.test(file)
  const kit = new Set(
    sheets.filter(({ file }) => file.startsWith('kit/')).flatMap(({ text }) => selectorsOf(text).flatMap(classesOf)),
  )
  const loose = sheets
    .filter(({ file }) => !isGlobal(file))
    .flatMap(({ file, text }) =>
      selectorsOf(text)
        .flatMap(splitList)
        .map((selector) => ({ file, selector })),
    )
    .filter(({ selector }) => !classesOf(selector).some((name) => !kit.has(name)))
  expect(loose.filter(({ selector }) => !(selector in pageRules))).toEqual([])
})

test('every rule is in its cascade layer', () => {
  for (const { file, text } of sheets.filter((sheet) => sheet.file !== 'fonts.css')) {
    const layers = [...text.matchAll(/^@layer ([\w, ]+)([{;])/gm)]
      .filter(([, , end]) => end === '{')
      .map(([, name]) => name!.trim())
    const own =
      file === 'tokens.css'
        ? 'tokens'
        : file === 'reset.css'
          ? 'reset'
          : file === 'kit/utilities.css'
            ? 'utilities'
            : file.startsWith('kit/')
              ? 'kit'
              : 'features'
    expect(
      layers.filter((layer) => layer !== own && layer !== 'utilities'),
      file,
    ).toEqual([])
    expect(
      text
        .replace(/^@layer [\s\S]*?^\}$/gm, '')
        .replace(/^@layer [\w, ]+;$/m, '')
        .trim(),
      file,
    ).toBe('')
  }
})
