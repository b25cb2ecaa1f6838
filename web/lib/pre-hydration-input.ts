/**
 * Preserves input from before hydration: what a visitor typed or chose, and what the browser restored after Back or a
 * reload. React leaves such values in the DOM but calls no `onChange` for them, and its next render overwrites them. So
 * they are replayed as events once their control is hydrated. Until then, forms with such a control aren't submitted;
 * nor are forms whose button label changed since the click.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** How long a submission waits for a control that isn't hydrated, or that another choice removed from the page. */
const waitMs = 15_000
const longestClickMs = 1000

/** Values to replay, oldest first, because a later one may undo an earlier one. */
const pending = new Map<Control, string | boolean>()
/** The values that React knows; for missing controls, React knows the default. */
const known = new WeakMap<Control, string | boolean>()
/** The label of each form's submit button before hydration, which the visitor's click agreed to. */
const labels = new Map<HTMLFormElement, string | undefined>()

let isPageHydrated = false
let waitsUntil = 0
let nextReplay = 0
/** Resubmits the form that was submitted before its values were replayed. */
let heldSubmit: (() => unknown) | undefined

const controls = () => document.querySelectorAll<Control>('input,select,textarea')
const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'
const valueOf = (control: Control) => (isTick(control) ? control.checked : control.value)
const labelOf = (form: HTMLFormElement) => form.querySelector('[type=submit]')?.textContent

/** React calls handlers for hydrated targets only; the root's handler cancels this event (web/root.tsx). */
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

/** Queues values that the browser restored, which happens before `load` and without an event. */
function queueRestored(): void {
  for (const control of controls()) if (!isKnown(control) && pending.get(control) !== valueOf(control)) queue(control)
}

function watchRestored(): void {
  queueRestored()
  if (document.readyState !== 'complete') requestAnimationFrame(watchRestored)
}

/** Stores the values after React has rendered the current event's changes, which can affect other controls. */
const rememberRendered = () =>
  document.readyState !== 'complete' &&
  setTimeout(() => controls().forEach((control) => known.set(control, valueOf(control))))

/** Returns the control or, if it was rendered again before it was hydrated, its replacement. */
const currentOf = (control: Control): Control | undefined =>
  control.isConnected
    ? control
    : [...document.getElementsByName(control.name)].find(
        (other): other is Control =>
          'value' in other && other.id === control.id && (!isTick(control) || other.value === control.value),
      )

/**
 * React calls `onChange` only for a value other than the last that was assigned. The first assignment is such a value
 * (with a line break, which an input of one line drops and no option of a select has); the second sets the visitor's
 * with the prototype's setter, as the browser does.
 */
function replay(control: Control, value: string | boolean): void {
  const property = isTick(control) ? 'checked' : 'value'
  // A chosen file cannot be assigned, and React calls `onChange` for every event of its input.
  if (control.type !== 'file') {
    Object.assign(control, { [property]: isTick(control) ? !value : `${value}\n` })
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
  // React may have rendered its own value before the replay, which moves the caret.
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
  // Editable content outside form controls has its own editor.
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
  // The component didn't load: the browser submits the form without JavaScript, with all its values.
  if (isBehind && performance.now() >= waitsUntil) return
  event.preventDefault()
  if (!isBehind) return
  const { submitter } = event
  // If the button's label has changed, the visitor must click again.
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

/** Call after hydration. Lazy components are replayed when they hydrate. */
export function replayPreHydrationInput(): void {
  isPageHydrated = true
  waitsUntil = performance.now() + waitMs
  setTimeout(() => labels.clear(), longestClickMs)
  // Runs outside React's effects, so that React renders one change before the next is replayed.
  queueMicrotask(replayPending)
}
