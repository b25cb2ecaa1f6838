/**
 * What the payment provider shows in the page, behind one small interface: card numbers are typed on its origin and
 * never on ours.
 */
type CardToken = { readonly id: string }
export type CardFields = {
  /** A token for what was typed, or why there is none; the fields say it themselves. */
  tokenise(): Promise<{ readonly token: CardToken } | { readonly message: string }>
  destroy(): void
}
export type CardSettings = {
  readonly provider: 'sandbox' | 'stripe'
  readonly publishableKey: string
  readonly origin: string
  readonly locale: 'en' | 'ar'
  readonly theme: string
  readonly title: string
  readonly failed: string
  readonly onReady: () => void
}

export const mountCardFields = (into: HTMLElement, settings: CardSettings): Promise<CardFields> =>
  settings.provider === 'stripe' ? mountStripe(into, settings) : Promise.resolve(mountSandbox(into, settings))

type Said = {
  readonly sunbul?: string
  readonly type?: string
  readonly id?: string
  readonly height?: number
  readonly message?: string
  readonly paymentMethod?: { readonly id: string }
}

function mountSandbox(into: HTMLElement, { origin, locale, theme, title, failed, onReady }: CardSettings): CardFields {
  const frame = document.createElement('iframe')
  const waiting = new Map<string, (answer: { token: CardToken } | { message: string }) => void>()
  frame.title = title
  frame.src = `${origin}/elements/card?${new URLSearchParams({ origin: location.origin, locale, theme }).toString()}`
  frame.style.cssText = 'inline-size:100%;block-size:11rem;border:0;color-scheme:normal'
  function listen(event: MessageEvent<Said>) {
    if (event.origin !== origin || event.source !== frame.contentWindow || event.data?.sunbul !== 'card') return
    const { type, id, height, message, paymentMethod } = event.data
    if (type === 'ready') onReady()
    if (type === 'height' && height) frame.style.blockSize = `${height + 4}px`
    if (type === 'token' && id && paymentMethod) waiting.get(id)?.({ token: { id: paymentMethod.id } })
    if (type === 'error' && id) waiting.get(id)?.({ message: message ?? failed })
    if (id) waiting.delete(id)
  }
  addEventListener('message', listen)
  into.replaceChildren(frame)
  return {
    tokenise: () =>
      new Promise((resolve) => {
        const id = crypto.randomUUID()
        waiting.set(id, resolve)
        setTimeout(() => {
          if (waiting.delete(id)) resolve({ message: failed })
        }, 15_000)
        frame.contentWindow?.postMessage({ sunbul: 'card', type: 'tokenise', id }, origin)
      }),
    destroy: () => {
      removeEventListener('message', listen)
      frame.remove()
    },
  }
}

type StripeElement = {
  mount(into: HTMLElement): void
  update(options: object): void
  destroy(): void
  on(event: 'ready', then: () => void): void
}
type StripeScript = (
  key: string,
  options: object,
) => {
  elements(options: object): { create(kind: 'card', options: object): StripeElement }
  createPaymentMethod(options: object): Promise<{ paymentMethod?: { id: string }; error?: { message?: string } }>
  handleNextAction(options: { clientSecret: string }): Promise<unknown>
}

let loading: Promise<ReturnType<StripeScript>> | undefined

/** Its script, once for a page; what could not be loaded may be tried again. */
function loadStripe({
  publishableKey,
  locale,
}: Pick<CardSettings, 'publishableKey' | 'locale'>): Promise<ReturnType<StripeScript>> {
  return (loading ??= new Promise<ReturnType<StripeScript>>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://js.stripe.com/v3/'
    script.onload = () => resolve((window as unknown as { Stripe: StripeScript }).Stripe(publishableKey, { locale }))
    script.onerror = () => {
      loading = undefined
      reject(new Error('the card fields could not be loaded'))
    }
    document.head.append(script)
  }))
}

/**
 * Runs a challenge that the provider shows by itself, also where no card fields are shown; false: show its page in a
 * frame.
 */
export async function answerChallenge(
  settings: Pick<CardSettings, 'provider' | 'publishableKey' | 'locale'>,
  clientSecret: string | undefined,
): Promise<boolean> {
  if (settings.provider !== 'stripe' || !clientSecret) return false
  await (await loadStripe(settings)).handleNextAction({ clientSecret })
  return true
}

/** Its frame sees nothing of our styles, so it is told them; the box around what is typed is ours (giving.css). */
function stripeStyle(field: HTMLElement) {
  const ours = getComputedStyle(field)
  const of = (token: string) => ours.getPropertyValue(token).trim()
  return {
    base: {
      color: of('--ink'),
      iconColor: of('--ink-muted'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: ours.fontSize,
      '::placeholder': { color: of('--ink-subtle') },
    },
    invalid: { color: of('--danger'), iconColor: of('--danger') },
  }
}

async function mountStripe(
  into: HTMLElement,
  { publishableKey, locale, title, failed, onReady }: CardSettings,
): Promise<CardFields> {
  const stripe = await loadStripe({ publishableKey, locale })
  const [label, field] = [document.createElement('label'), document.createElement('div')]
  label.className = 'label'
  label.textContent = title
  // It gives its own field the focus when a label of this id is pressed.
  label.htmlFor = field.id = 'card-field'
  field.className = 'input card-field'
  // As it stands on the card, in every language.
  field.dir = 'ltr'
  into.replaceChildren(label, field)
  const card = stripe.elements({}).create('card', { hidePostalCode: true, style: stripeStyle(field) })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const restyle = () => card.update({ style: stripeStyle(field) })
  scheme.addEventListener('change', restyle)
  card.on('ready', onReady)
  card.mount(field)
  return {
    tokenise: async () => {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      return paymentMethod ? { token: { id: paymentMethod.id } } : { message: error?.message ?? failed }
    },
    destroy: () => {
      scheme.removeEventListener('change', restyle)
      card.destroy()
      into.replaceChildren()
    },
  }
}
