/**
 * What somebody chose or typed before the page came alive. React keeps it on the screen while it takes the page over,
 * but does not learn of it, and shows its own default again at the next turn: so it is noted, and told once the control
 * is alive. A press overtakes none of it, and sends what its button said when it began, or nothing.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** React's own: what an input held when React last looked. */
type Watched = { readonly _valueTracker?: { getValue(): string; setValue(value: string): void } }

/** In the order of the choices: a later one may undo an earlier one. */
const early = new Map<Control, string | boolean>()

const isTick = (control: Control) => control.type === 'checkbox' || control.type === 'radio'
/** React marks what it has taken over; parts that are loaded on demand follow later than the page. */
const isAlive = (control: Element) => Object.keys(control).join().includes('__reactProps')
const choiceOf = (control: Control) => (isTick(control) ? (control as HTMLInputElement).checked : control.value)
/** A choice in a part that does not come, or that another choice took off the page, is waited for no longer. */
const waitMs = 15_000
let waitsUntil = 0
/** What React last heard of the controls that it does not watch: selects. */
const heard = new WeakMap<Control, string>()
const note = (control: Control) => {
  waitsUntil = performance.now() + waitMs
  early.delete(control)
  early.set(control, choiceOf(control))
}

function isChanged(control: Control): boolean {
  // A select without a choice of its author's shows its first.
  if ('options' in control)
    return control.value !== (control.querySelector<HTMLOptionElement>('[selected]') ?? control.options[0])?.value
  if (!isTick(control)) return control.value !== control.defaultValue
  const { checked, defaultChecked, type } = control as HTMLInputElement
  // The radio that lost its choice says nothing that the chosen one does not say.
  return checked !== defaultChecked && (checked || type !== 'radio')
}

/**
 * As if it was made now: React hears of a change only where a control holds something else than when it last looked.
 */
function tell(control: Control & Watched, choice: string | boolean): void {
  const field = isTick(control) ? 'checked' : 'value'
  const holds = control as unknown as Record<string, string | boolean>
  // A chosen file is still there, and may not be written.
  if (holds[field] !== choice) holds[field] = choice
  control._valueTracker?.setValue(`${choice} `)
  heard.set(control, `${choice}`)
  control.dispatchEvent(new Event(isTick(control) ? 'click' : 'change', { bubbles: true }))
}

let isPageAlive = false

/**
 * The control itself, or what stands in its place: a part that is loaded on demand is drawn anew where something around
 * it changed before it came.
 */
const nowOf = (control: Control): Control | undefined =>
  control.isConnected
    ? control
    : [...document.getElementsByName(control.name)].find(
        (each): each is Control =>
          'value' in each && each.id === control.id && (!isTick(control) || each.value === control.value),
      )

const saysOf = (form: HTMLFormElement) => form.querySelector('[type=submit]')?.textContent
/**
 * What a form's button said when a press began that may end after the page came alive, also one that began before these
 * scripts: that is what was agreed to.
 */
let agreed = new WeakMap<HTMLFormElement, string | undefined>()
/** A press takes no longer. */
const pressMs = 1000
/** What was pressed while its form still held a choice that React has not heard of, and what the button said. */
let held:
  | { readonly form: HTMLFormElement; readonly says: string | undefined; readonly by: HTMLElement | null }
  | undefined

function sendHeld(): void {
  if (!held) return
  const { form, says, by } = held
  held = undefined
  // In a turn of its own: what was told stands in React's state by then. What now says something else waits for a press
  // of its own.
  setTimeout(() => form.isConnected && saysOf(form) === says && form.requestSubmit(by?.isConnected ? by : null))
}

let nextTurn = 0

function tellAll(): void {
  cancelAnimationFrame(nextTurn)
  for (const [noted, choice] of early) {
    const control = nowOf(noted)
    if (!control || !isAlive(control)) continue
    early.delete(noted)
    tell(control, choice)
  }
  if (early.size > 0 && performance.now() < waitsUntil) {
    nextTurn = requestAnimationFrame(tellAll)
    return
  }
  for (const noted of early.keys()) if (!nowOf(noted)) early.delete(noted)
  sendHeld()
}

/** Whether a form holds, or may get back, a control whose choice React has not heard of. */
const isBehind = (form: HTMLFormElement) =>
  [...early.keys()].some((noted) => {
    const control = nowOf(noted)
    return !control || control.form === form
  })

/**
 * After Back or a reload a browser puts back what was chosen, at some moment between the end of the document and the
 * page's last picture, and tells nobody.
 */
function noteRestored(): void {
  for (const control of document.querySelectorAll<Control & Watched>('input,select,textarea')) {
    const choice = choiceOf(control)
    const isKnown =
      early.get(control) === choice || (control._valueTracker?.getValue() ?? heard.get(control)) === `${choice}`
    if (!isKnown && isChanged(control)) note(control)
  }
  if (isPageAlive) tellAll()
  if (document.readyState !== 'complete') requestAnimationFrame(noteRestored)
}

/** Before React takes the page over. */
export function noteEarlyChoices(): void {
  for (const form of document.forms) agreed.set(form, saysOf(form))
  noteRestored()
  addEventListener('pageshow', noteRestored)
  addEventListener(
    'input',
    ({ target }) => {
      // What is alive hears it by itself; text that is edited in no control has its own editor.
      if (!('form' in target!)) return
      const control = target as Control
      if (isAlive(control)) return void heard.set(control, control.value)
      note(control)
      if (isPageAlive) tellAll()
    },
    true,
  )
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      const says = agreed.has(form) ? agreed.get(form) : saysOf(form)
      agreed.delete(form)
      if (!isAlive(form)) return
      if (isBehind(form)) {
        // A part that does not come: the form goes as it does without scripts, with all it holds.
        if (performance.now() < waitsUntil) {
          event.preventDefault()
          held = { form, says, by: event.submitter }
        }
        event.stopImmediatePropagation()
      } else if (saysOf(form) !== says) {
        // What the page remembers came under the finger: another sum, for one.
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    true,
  )
  for (const begin of ['pointerdown', 'keydown'])
    addEventListener(
      begin,
      ({ target }) => {
        const form = (target as Element).closest?.('form')
        if (!form) return
        if (isPageAlive) agreed.delete(form)
        else agreed.set(form, saysOf(form))
      },
      true,
    )
}

/** Once the page is alive. Parts that are not yet hear of their choices as soon as they are. */
export function tellEarlyChoices(): void {
  isPageAlive = true
  waitsUntil = performance.now() + waitMs
  setTimeout(() => (agreed = new WeakMap()), pressMs)
  const writing = document.activeElement as HTMLInputElement
  const { selectionStart, selectionEnd } = writing
  // Not from within React's own turn: what one choice changes stands before the next is told. Whoever is still writing
  // goes on where they are.
  queueMicrotask(() => {
    tellAll()
    if (selectionStart != null) writing.setSelectionRange(selectionStart, selectionEnd)
  })
}
