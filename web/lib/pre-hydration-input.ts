/**
 * Preserves input from before hydration: what a visitor typed or chose, and what the browser restored after Back or a
 * reload. React leaves such values in the DOM but calls no `onChange` for them, and its next render overwrites them. So
 * they are replayed as events once their control is hydrated. Until then no form with such a control is submitted, and
 * none whose button changed its text since the press began.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** How long a submit waits for a control that is not hydrated, or that another choice removed from the page. */
const waitMs = 15_000
const longestClickMs = 1000

/** Values to replay, oldest first, because a later one may undo an earlier one. */
const pending = new Map<Control, string | boolean>()
/** The values that React knows; without an entry it knows the default. */
const known = new WeakMap<Control, string | boolean>()
/** The text of each form's submit button before hydration: a press that began by then agreed to it. */
const labels = new Map<HTMLFormElement, string | undefined>()

let isPageHydrated = false
let waitsUntil = 0
let nextReplay = 0
/** Submits again the form that was submitted before its values were replayed. */
let heldSubmit: (() => unknown) | undefined

const controls = () => document.querySelectorAll<Control>('input,select,textarea')
const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'
const valueOf = (control: Control) => (isTick(control) ? control.checked : control.value)
const labelOf = (form: HTMLFormElement) => form.querySelector('[type=submit]')?.textContent

/** React calls handlers only for hydrated targets, and the root's cancels this event (web/root.tsx). */
const isHydrated = (element: Element) =>
  !element.dispatchEvent(new Event('animationiteration', { bubbles: true, cancelable: true }))

function isDefault(control: Control): boolean {
  if ('options' in control)
    return control.value === (control.querySelector<HTMLOptionElement>('[selected]') ?? control.options[0])?.value
  return isTick(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue
}

function isKnown(control: Control): boolean {
  // Of two radios that changed, only the chosen one has something to replay.
  if (control.type === 'radio' && !(control as HTMLInputElement).checked) return true
  return known.has(control) ? known.get(control) === valueOf(control) : isDefault(control)
}

function queue(control: Control): void {
  waitsUntil = performance.now() + waitMs
  pending.delete(control)
  pending.set(control, valueOf(control))
  if (isPageHydrated) replayPending()
}

/** A browser restores values some time between the end of the document and its `load`, without an event. */
function queueRestored(): void {
  for (const control of controls()) if (!isKnown(control) && pending.get(control) !== valueOf(control)) queue(control)
}

function watchRestored(): void {
  queueRestored()
  if (document.readyState !== 'complete') requestAnimationFrame(watchRestored)
}

/** Once React has rendered what the current event changed, also in other controls. */
const rememberRendered = () =>
  document.readyState !== 'complete' &&
  setTimeout(() => controls().forEach((control) => known.set(control, valueOf(control))))

/** The control itself or, if its part of the page was rendered anew before it was hydrated, the one in its place. */
const currentOf = (control: Control): Control | undefined =>
  control.isConnected
    ? control
    : [...document.getElementsByName(control.name)].find(
        (other): other is Control =>
          'value' in other && other.id === control.id && (!isTick(control) || other.value === control.value),
      )

/**
 * React calls `onChange` only for a value other than the last that was assigned. The first assignment is such a value
 * (with a line break, which an input of one line drops); the second sets the visitor's with the prototype's setter, as
 * the browser does.
 */
function replay(control: Control, value: string | boolean): void {
  const property = isTick(control) ? 'checked' : 'value'
  // A chosen file cannot be assigned, and React calls `onChange` for every event of its input.
  if (control.type !== 'file') {
    Object.assign(control, { [property]: isTick(control) ? !value : `${value}\n` })
    if (valueOf(control) !== value)
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, value)
  }
  known.set(control, value)
  control.dispatchEvent(new Event(isTick(control) ? 'click' : 'change', { bubbles: true }))
}

function replayPending(): void {
  cancelAnimationFrame(nextReplay)
  const focused = document.activeElement as HTMLInputElement
  const { selectionStart, selectionEnd } = focused
  const before = pending.size
  for (const [noted, value] of pending) {
    const control = currentOf(noted)
    if (!control || !isHydrated(control)) continue
    pending.delete(noted)
    replay(control, value)
  }
  rememberRendered()
  // React may have rendered its own value before the visitor's was replayed, which moves the caret.
  if (pending.size < before && selectionStart != null) focused.setSelectionRange(selectionStart, selectionEnd)
  if (pending.size > 0 && performance.now() < waitsUntil) {
    nextReplay = requestAnimationFrame(replayPending)
    return
  }
  for (const noted of pending.keys()) if (!currentOf(noted)) pending.delete(noted)
  // After React has rendered the replayed values.
  if (heldSubmit) setTimeout(heldSubmit)
  heldSubmit = undefined
}

const hasPending = (form: HTMLFormElement) =>
  [...pending.keys()].map(currentOf).some((control) => !control || control.form === form)

function onInput({ target }: Event): void {
  // Text that is edited outside a control has an editor of its own.
  if (!target || !('form' in target)) return
  const control = target as Control
  if (!isHydrated(control)) return queue(control)
  pending.delete(control)
  known.set(control, valueOf(control))
  rememberRendered()
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const label = labels.has(form) ? labels.get(form) : labelOf(form)
  labels.delete(form)
  if (!isHydrated(form)) return
  const isBehind = hasPending(form)
  if (!isBehind && labelOf(form) === label) return
  event.stopImmediatePropagation()
  // A part that does not come: the browser submits the form as it does without scripts, with all its values.
  if (isBehind && performance.now() >= waitsUntil) return
  event.preventDefault()
  if (!isBehind) return
  const { submitter } = event
  // A button that says something else by then needs another press.
  heldSubmit = () =>
    form.isConnected && labelOf(form) === label && form.requestSubmit(submitter?.isConnected ? submitter : null)
}

/** Call before hydration. */
export function collectPreHydrationInput(): void {
  for (const form of document.forms) labels.set(form, labelOf(form))
  watchRestored()
  addEventListener('pageshow', queueRestored)
  addEventListener('input', onInput, true)
  addEventListener('click', rememberRendered, true)
  addEventListener('submit', onSubmit, true)
  for (const begin of ['pointerdown', 'keydown']) addEventListener(begin, () => isPageHydrated && labels.clear(), true)
}

/** Call once the page is hydrated; parts that are loaded on demand follow later. */
export function replayPreHydrationInput(): void {
  isPageHydrated = true
  waitsUntil = performance.now() + waitMs
  setTimeout(() => labels.clear(), longestClickMs)
  // Not within React's own effects, so that it renders what one value changes before the next is replayed.
  queueMicrotask(replayPending)
}
