import type { CardSettings } from '../../rules/card-fields.ts'

/** The part of Stripe.js that we use (@stripe/stripe-js 10.2.1 has all types). */
type Failure = { readonly message?: string }

type CardElement = {
  mount(into: HTMLElement): void
  update(options: object): void
  destroy(): void
  on(event: 'ready', then: () => void): void
}

type PaymentElement = Pick<CardElement, 'mount' | 'destroy' | 'on'>

type LineItem = { readonly name: string; readonly amount: number }
type ApplePayBilling = {
  readonly amount: number
  readonly label: string
  readonly recurringPaymentIntervalUnit: 'year' | 'month' | 'day'
  readonly recurringPaymentIntervalCount: number
}
export type ApplePayOption = {
  readonly recurringPaymentRequest: {
    readonly paymentDescription: string
    readonly managementURL: string
    readonly regularBilling: ApplePayBilling
  }
}

type ClickEvent = {
  readonly expressPaymentType: string
  resolve(details: {
    readonly lineItems: LineItem[]
    readonly emailRequired: boolean
    readonly billingAddressRequired: boolean
    readonly applePay?: ApplePayOption
  }): void
  reject(): void
}
type ConfirmEvent = {
  readonly expressPaymentType: string
  readonly billingDetails?: { readonly name?: string; readonly email?: string }
  paymentFailed(payload: { readonly reason: 'fail' | 'invalid_payment_data' }): void
}
type ReadyEvent = { readonly availablePaymentMethods?: Readonly<Record<string, boolean>> | undefined }

type ExpressCheckoutElement = {
  mount(into: HTMLElement): void
  destroy(): void
  on(event: 'ready', then: (event: ReadyEvent) => void): void
  on(event: 'loaderror' | 'cancel', then: () => void): void
  on(event: 'click', then: (event: ClickEvent) => void): void
  on(event: 'confirm', then: (event: ConfirmEvent) => void): void
}

export type DeferredIntent = {
  readonly amount: number
  readonly currency: string
  readonly setupFutureUsage: 'off_session' | null
}

type StripeElements = {
  create(kind: 'card', options: object): CardElement
  create(kind: 'payment', options: object): PaymentElement
  create(kind: 'expressCheckout', options: object): ExpressCheckoutElement
  update(options: DeferredIntent): void
  submit(): Promise<{ readonly error?: Failure }>
}

export type TokenResult = { readonly confirmationToken?: { readonly id: string }; readonly error?: Failure }

export type StripeScript = {
  elements(options: object): StripeElements
  createPaymentMethod(options: object): Promise<{ paymentMethod?: { id: string }; error?: Failure }>
  createConfirmationToken(options: { readonly elements: StripeElements }): Promise<TokenResult>
  handleNextAction(options: { clientSecret: string }): Promise<unknown>
}

/** Stripe.js of the release that matches the server's API version. */
const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

let loading: Promise<StripeScript> | undefined

/** Loads Stripe.js once per page; a failed load can be retried. */
export function loadStripe({
  publishableKey,
  locale,
}: Pick<CardSettings, 'publishableKey' | 'locale'>): Promise<StripeScript> {
  return (loading ??= new Promise<StripeScript>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () =>
      resolve(
        (window as unknown as { Stripe: (key: string, options: object) => StripeScript }).Stripe(publishableKey, {
          locale,
        }),
      )
    script.onerror = () => {
      loading = undefined
      reject(new Error('the script of the payment provider could not be loaded'))
    }
    document.head.append(script)
  }))
}
