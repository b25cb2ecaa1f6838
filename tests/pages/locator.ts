/** Finds elements of a page as its readers do, with the methods of Playwright's locators. */
import {
  type Element,
  elementsIn,
  isVisible,
  labelTexts,
  matches,
  nameOf,
  roleOf,
  type Root,
  select,
  type Text,
  type TextOptions,
  textOf,
} from './dom.ts'
import { controlsOf, formOf, isDisabled, isSubmitter, optionsOf, valueOf, valueOfOption } from './form.ts'
import type { Clicks, Page } from './page.ts'

type RoleOptions = TextOptions & { readonly name?: Text; readonly level?: number; readonly checked?: boolean }

export abstract class Finder {
  abstract get page(): Page
  /** The elements found at the moment. */
  abstract elements(): (Root | Element)[]

  #within(isFound: (element: Element) => boolean): Locator {
    return new Locator(this.page, () => [...new Set(this.elements().flatMap(elementsIn).filter(isFound))])
  }
  getByRole(role: string, { name, level, checked, ...options }: RoleOptions = {}): Locator {
    return this.#within(
      (element) =>
        roleOf(element) === role &&
        isVisible(element) &&
        (name === undefined || matches(nameOf(this.page.root, element), name, options)) &&
        (level === undefined || element.name === `h${level}`) &&
        (checked === undefined || (element.attribs.checked !== undefined) === checked),
    )
  }
  getByLabel(label: Text, options?: TextOptions): Locator {
    return this.#within((element) => labelTexts(this.page.root, element).some((text) => matches(text, label, options)))
  }
  /** The innermost visible elements that contain a text. */
  getByText(text: Text, options?: TextOptions): Locator {
    const contains = (element: Element) => isVisible(element) && matches(textOf(element), text, options)
    return this.#within((element) => contains(element) && !elementsIn(element).some(contains))
  }
  locator(selector: string, { hasText }: { readonly hasText?: Text } = {}): Locator {
    return new Locator(this.page, () =>
      [...new Set(this.elements().flatMap((element) => select(element, selector)))].filter(
        (element) => hasText === undefined || matches(textOf(element), hasText),
      ),
    )
  }
}

export class Locator extends Finder {
  readonly #page: Page
  readonly #find: () => Element[]

  constructor(page: Page, find: () => Element[]) {
    super()
    this.#page = page
    this.#find = find
  }

  get page(): Page {
    return this.#page
  }
  elements(): Element[] {
    return this.#find()
  }
  #one(): Element {
    const found = this.elements()
    const [first] = found
    if (!first || found.length > 1) {
      const texts = found.map((element) => `${element.name} ${nameOf(this.page.root, element)}`).join(' | ')
      throw new Error(`${found.length} elements instead of one: ${texts}\n${this.page.summary}`)
    }
    return first
  }
  count(): number {
    return this.elements().length
  }
  nth(index: number): Locator {
    return new Locator(this.page, () => this.elements().slice(index, index === -1 ? undefined : index + 1))
  }
  first(): Locator {
    return this.nth(0)
  }
  last(): Locator {
    return this.nth(-1)
  }
  filter({ hasText, has }: { readonly hasText?: Text; readonly has?: Locator }): Locator {
    return new Locator(this.page, () =>
      this.elements().filter(
        (element) =>
          (hasText === undefined || matches(textOf(element), hasText)) &&
          (has === undefined || elementsIn(element).some((child) => has.elements().includes(child))),
      ),
    )
  }

  /** The texts of all elements found. */
  texts(): string[] {
    return this.elements().map(textOf)
  }
  get text(): string {
    return textOf(this.#one())
  }
  get value(): string {
    return valueOf(this.#one())
  }
  get isChecked(): boolean {
    return this.#one().attribs.checked !== undefined
  }
  get isVisible(): boolean {
    return this.elements().some(isVisible)
  }
  get isDisabled(): boolean {
    return isDisabled(this.#one())
  }
  attribute(name: string): string | undefined {
    return this.#one().attribs[name]
  }

  fill(value: string): void {
    const control = this.#one()
    if (control.name === 'textarea') control.children = elementsIn(control)
    if (control.name === 'textarea') control.children.push({ type: 'text', data: value, parent: control } as never)
    else if (control.name === 'input') control.attribs.value = value
    else throw new Error(`a ${control.name} can't be filled`)
  }
  check(): void {
    const control = this.#one()
    const form = formOf(this.page.root, control)
    if (control.attribs.type === 'radio' && form)
      for (const other of controlsOf(this.page.root, form))
        if (other.attribs.type === 'radio' && other.attribs.name === control.attribs.name) delete other.attribs.checked
    control.attribs.checked = ''
  }
  uncheck(): void {
    delete this.#one().attribs.checked
  }
  selectOption(wanted: string | { readonly label: string } | { readonly index: number }): void {
    const options = optionsOf(this.#one())
    const isWanted = (option: Element, index: number) => {
      if (typeof wanted === 'string') return valueOfOption(option) === wanted || textOf(option) === wanted
      return 'index' in wanted ? index === wanted.index : textOf(option) === wanted.label
    }
    const chosen = options.find(isWanted)
    if (!chosen) throw new Error(`no such option: ${options.map(textOf).join(', ')}`)
    for (const option of options) delete option.attribs.selected
    chosen.attribs.selected = ''
  }
  setInputFiles(...files: readonly File[]): void {
    this.page.files.set(this.#one(), files)
  }
  /** Enter sends the form of a field, and clicks a button or a link. */
  async press(_key: 'Enter'): Promise<void> {
    const element = this.#one()
    const form = element.name === 'input' ? formOf(this.page.root, element) : undefined
    const submitter = form && controlsOf(this.page.root, form).find(isSubmitter)
    await this.page.click(submitter ?? element)
  }
  async click(clicks?: Clicks): Promise<void> {
    await this.page.click(this.#one(), clicks)
  }
}
