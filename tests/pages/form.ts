/** Reads a form as a browser without scripts sends it. */
import { ancestorsOf, byId, type Element, elementsIn, nameOf, type Root, textOf } from './dom.ts'

/** Files chosen in file inputs, which HTML can't contain. */
export type Files = ReadonlyMap<Element, readonly File[]>

const isControl = ({ name }: Element) => ['input', 'select', 'textarea', 'button'].includes(name)

/** Whether a control sends its form. */
export const isSubmitter = ({ name, attribs }: Element): boolean =>
  (name === 'button' && (attribs.type ?? 'submit') === 'submit') || (name === 'input' && attribs.type === 'submit')

/** Returns the form that a control belongs to. */
export const formOf = (root: Root, control: Element): Element | undefined =>
  control.attribs.form === undefined
    ? ancestorsOf(control).find(({ name }) => name === 'form')
    : byId(root, control.attribs.form)

export const controlsOf = (root: Root, form: Element): Element[] =>
  elementsIn(root).filter((element) => isControl(element) && formOf(root, element) === form)

export const isDisabled = (control: Element): boolean =>
  [control, ...ancestorsOf(control)].some(
    ({ name, attribs }) => attribs.disabled !== undefined && (name === 'fieldset' || name === control.name),
  )

export const optionsOf = (select: Element): Element[] => elementsIn(select).filter(({ name }) => name === 'option')
export const valueOfOption = (option: Element): string => option.attribs.value ?? textOf(option)
const selectedOption = (select: Element): Element | undefined => {
  const options = optionsOf(select)
  return (
    options.findLast(({ attribs }) => attribs.selected !== undefined) ?? options.find((option) => !isDisabled(option))
  )
}

/** Returns the value of a control; of a checkbox or radio button, the value that it sends while checked. */
export function valueOf(control: Element): string {
  if (control.name === 'select') {
    const option = selectedOption(control)
    return option ? valueOfOption(option) : ''
  }
  if (control.name === 'textarea') {
    const [text] = control.children
    return text?.type === 'text' ? (text as unknown as { data: string }).data.replace(/^\n/, '') : ''
  }
  const isChoice = ['radio', 'checkbox'].includes(control.attribs.type ?? '')
  return control.attribs.value ?? (isChoice ? 'on' : '')
}

const isChoice = ({ attribs }: Element) => ['radio', 'checkbox'].includes(attribs.type ?? '')

/** Returns the names of controls for which a browser refuses to send a form: required ones, and wrong patterns. */
export function refusedByBrowser(root: Root, form: Element, files: Files): string[] {
  const controls = controlsOf(root, form).filter((control) => !isDisabled(control))
  const isChecked = ({ attribs }: Element) => attribs.checked !== undefined
  const isFilled = (control: Element) => {
    if (control.attribs.type === 'checkbox') return isChecked(control)
    if (control.attribs.type === 'file') return (files.get(control) ?? []).length > 0
    if (control.attribs.type !== 'radio') return valueOf(control) !== ''
    return controls.some((other) => other.attribs.name === control.attribs.name && isChecked(other))
  }
  const isRefused = (control: Element) => {
    const { required, pattern } = control.attribs
    if (!isFilled(control)) return required !== undefined
    return pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'v').test(valueOf(control))
  }
  return controls.filter(isRefused).map((control) => nameOf(root, control))
}

/** Returns what a form sends, in the order of its controls. */
export function entriesOf(root: Root, form: Element, submitter: Element, files: Files): [string, string | File][] {
  return controlsOf(root, form).flatMap((control): [string, string | File][] => {
    const { name, type = control.name === 'button' ? 'submit' : 'text' } = control.attribs
    if (name === undefined || name === '' || isDisabled(control)) return []
    if (['submit', 'button', 'image', 'reset'].includes(type))
      return control === submitter ? [[name, valueOf(control)]] : []
    if (isChoice(control) && control.attribs.checked === undefined) return []
    if (type === 'file') return (files.get(control) ?? [new File([], '')]).map((file) => [name, file])
    if (control.name === 'select' && !selectedOption(control)) return []
    return [[name, valueOf(control).replaceAll(/\r\n|\r|\n/g, '\r\n')]]
  })
}
