/** What a page without scripts contains: roles, accessible names and texts of its elements. */
import { parseDocument } from 'htmlparser2'

export type Root = ReturnType<typeof parseDocument>
type Child = Root['children'][number]
export type Element = Extract<Child, { attribs: unknown }>
export type Text = string | RegExp
export type TextOptions = { readonly exact?: boolean }

export const parsePage = (html: string): Root => parseDocument(html)

const isElement = (node: unknown): node is Element => typeof node === 'object' && node !== null && 'attribs' in node

/** Returns all elements below a node, in the order of the document. */
export const elementsIn = (node: Root | Element): Element[] =>
  node.children.filter(isElement).flatMap((child) => [child, ...elementsIn(child)])

export const ancestorsOf = (element: Element): Element[] =>
  isElement(element.parent) ? [element.parent, ...ancestorsOf(element.parent)] : []

export const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const unseen = new Set(['script', 'style', 'template', 'head'])
const hidesContent = ({ name, attribs }: Element): boolean =>
  unseen.has(name) ||
  attribs.hidden !== undefined ||
  (attribs.class ?? '').split(' ').some((name) => ['no-script-hidden', 'not-hydrated'].includes(name)) ||
  (name === 'dialog' && attribs.open === undefined) ||
  (name === 'input' && attribs.type === 'hidden')

/** Whether the HTML shows an element. Styles aren't known here. */
export const isVisible = (element: Element): boolean => ![element, ...ancestorsOf(element)].some(hidesContent)

/** Returns the text of an element, without scripts, and without the values of its controls. */
export function textOf(node: Root | Element): string {
  const read = (child: Child): string => {
    if (child.type === 'text') return (child as unknown as { data: string }).data
    if (!isElement(child) || unseen.has(child.name)) return ''
    if (child.name === 'br') return ' '
    return child.children.map(read).join('')
  }
  return spaceless(node.children.map(read).join(''))
}

export const matches = (text: string, wanted: Text, { exact = false }: TextOptions = {}): boolean => {
  if (wanted instanceof RegExp) return wanted.test(text)
  const normal = spaceless(wanted)
  return exact ? text === normal : text.toLowerCase().includes(normal.toLowerCase())
}

const inputRoles: Readonly<Record<string, string>> = {
  radio: 'radio',
  checkbox: 'checkbox',
  submit: 'button',
  button: 'button',
  image: 'button',
  number: 'spinbutton',
  search: 'searchbox',
  range: 'slider',
}
const roles: Readonly<Record<string, string>> = {
  button: 'button',
  textarea: 'textbox',
  select: 'combobox',
  option: 'option',
  form: 'form',
  section: 'region',
  article: 'article',
  fieldset: 'group',
  details: 'group',
  dialog: 'dialog',
  img: 'img',
  li: 'listitem',
  ul: 'list',
  ol: 'list',
  main: 'main',
  aside: 'complementary',
  nav: 'navigation',
  output: 'status',
  table: 'table',
  tr: 'row',
  td: 'cell',
  progress: 'progressbar',
}

export function roleOf({ name, attribs }: Element): string | undefined {
  if (attribs.role !== undefined) return attribs.role
  if (name === 'input') return inputRoles[attribs.type ?? 'text'] ?? 'textbox'
  if (name === 'a') return attribs.href === undefined ? undefined : 'link'
  if (name === 'th') return attribs.scope === 'row' ? 'rowheader' : 'columnheader'
  return /^h[1-6]$/.test(name) ? 'heading' : roles[name]
}

const isLabelable = ({ name }: Element) => ['input', 'select', 'textarea', 'output', 'progress'].includes(name)

export const byId = (root: Root, id: string): Element | undefined =>
  elementsIn(root).find(({ attribs }) => attribs.id === id)

/** Returns the labels of a control. */
function labelsOf(root: Root, control: Element): Element[] {
  const { id } = control.attribs
  const around = ancestorsOf(control).filter(({ name }) => name === 'label')
  const named = elementsIn(root).filter(
    ({ name, attribs }) => name === 'label' && id !== undefined && attribs.for === id,
  )
  return [...new Set([...named, ...around.filter(({ attribs }) => attribs.for === undefined)])]
}

/** Returns the text that names an element: without hidden parts, with descriptions of pictures. */
function namingText(node: Element): string {
  const read = (child: Child): string => {
    if (child.type === 'text') return (child as unknown as { data: string }).data
    if (!isElement(child) || unseen.has(child.name) || child.attribs['aria-hidden'] === 'true') return ''
    if (child.attribs['aria-label'] !== undefined) return ` ${child.attribs['aria-label']} `
    // Positioned, so a word of its own.
    if (child.attribs.class === 'visually-hidden') return ` ${child.children.map(read).join('')} `
    if (child.name === 'img') return ` ${child.attribs.alt ?? ''} `
    const text = isLabelable(child) ? ' ' : child.children.map(read).join('')
    return ['td', 'th', 'div', 'p', 'li'].includes(child.name) ? ` ${text} ` : text
  }
  return spaceless(node.children.map(read).join(''))
}

const nameGivers: Readonly<Record<string, string>> = { fieldset: 'legend', table: 'caption', details: 'summary' }
const namedByContent = new Set(['button', 'link', 'heading', 'option', 'cell', 'row', 'columnheader', 'rowheader'])

/** Returns the accessible name of an element. */
export function nameOf(root: Root, element: Element): string {
  const { name, attribs } = element
  const labelledBy = attribs['aria-labelledby']
  if (labelledBy !== undefined) {
    const named = labelledBy.split(/\s+/).flatMap((id) => byId(root, id) ?? [])
    return spaceless(named.map((part) => part.attribs['aria-label'] ?? namingText(part)).join(' '))
  }
  if (attribs['aria-label'] !== undefined) return spaceless(attribs['aria-label'])
  if (name === 'img') return attribs.alt ?? ''
  if (name === 'input' && ['submit', 'button'].includes(attribs.type ?? '')) return attribs.value ?? ''
  if (isLabelable(element)) {
    const labels = labelsOf(root, element).map(namingText).join(' ')
    return spaceless(labels === '' ? (attribs.title ?? attribs.placeholder ?? '') : labels)
  }
  const giver = nameGivers[name] && elementsIn(element).find((child) => child.name === nameGivers[name])
  if (giver) return namingText(giver)
  return namedByContent.has(roleOf(element) ?? '') ? namingText(element) : (attribs.title ?? '')
}

/** Returns the texts that label an element, each of which finds it. */
export const labelTexts = (root: Root, element: Element): string[] =>
  [element.attribs['aria-label'], element.attribs['aria-labelledby'] === undefined ? undefined : nameOf(root, element)]
    .filter((text) => text !== undefined)
    .concat(isLabelable(element) ? labelsOf(root, element).map(textOf) : [])

type Test = (element: Element) => boolean

/** Parses one part of a selector: a tag, ids, classes and attributes. */
function compound(text: string): Test {
  const parts = text.match(/^[\w-]+|[#.][\w-]+|\[[^\]]+\]/g) ?? []
  if (parts.join('') !== text) throw new Error(`this selector isn't supported: ${text}`)
  const tests = parts.map((part): Test => {
    if (part.startsWith('#')) return ({ attribs }) => attribs.id === part.slice(1)
    if (part.startsWith('.')) return ({ attribs }) => (attribs.class ?? '').split(/\s+/).includes(part.slice(1))
    if (!part.startsWith('[')) return ({ name }) => name === part
    const [, key = '', operator, value = ''] = /^\[([\w-]+)(?:([*^$]?=)["']?(.*?)["']?)?\]$/.exec(part) ?? []
    return ({ attribs }) => {
      const actual = attribs[key]
      if (actual === undefined || operator === undefined) return actual !== undefined
      if (operator === '^=') return actual.startsWith(value)
      if (operator === '$=') return actual.endsWith(value)
      return operator === '*=' ? actual.includes(value) : actual === value
    }
  })
  return (element) => tests.every((test) => test(element))
}

/** Selects elements by tag, `#id`, `.class` and `[attribute]`, of ancestors too (`main form`, `details > summary`). */
export function select(within: Root | Element, selector: string): Element[] {
  const alternatives = selector.split(/\s*,\s*/).map((alternative) => {
    const parts = alternative
      .trim()
      .split(/\s*(>)\s*|\s+/)
      .filter((part) => part !== undefined && part !== '')
    const fits = (element: Element, index: number): boolean => {
      if (!compound(parts[index]!)(element)) return false
      if (index === 0) return true
      const ancestors = ancestorsOf(element)
      return parts[index - 1] === '>'
        ? ancestors[0] !== undefined && fits(ancestors[0], index - 2)
        : ancestors.some((ancestor) => fits(ancestor, index - 1))
    }
    return (element: Element) => fits(element, parts.length - 1)
  })
  return elementsIn(within).filter((element) => alternatives.some((isSelected) => isSelected(element)))
}
