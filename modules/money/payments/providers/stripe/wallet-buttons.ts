import type {
  ClickResolveDetails,
  ExpressPaymentType,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import type {
  WalletSheet,
  WalletSheetPlan,
  WalletButtons,
  WalletButtonsAdapter,
  WalletSettings,
} from '../../rules/wallet-buttons.ts'
import type { Wallet } from '../../rules/wallets.ts'
import { toProviderAmount } from './amounts.ts'
import { createToken, deferredIntent, deferredSetup, loadStripe } from './script.ts'

/** Shows Apple Pay and Google Pay with Stripe's Express Checkout Element. */
export const walletButtons: WalletButtonsAdapter = { mount }

const elementNames = { applepay: 'applePay', googlepay: 'googlePay' } as const satisfies Record<Wallet, string>
const expressTypes: { readonly [Type in ExpressPaymentType]?: Wallet } = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
}

async function mount(into: HTMLElement, settings: WalletSettings): Promise<WalletButtons> {
  const { wallets, order, onReady, onClick, onApprove, onCancel } = settings
  const stripe = await loadStripe(settings)
  const elements = stripe.elements(intentOf(order))
  const element = elements.create('expressCheckout', elementOptions(wallets))
  let isApproved = false
  element.on('ready', ({ availablePaymentMethods }) =>
    onReady(wallets.filter((wallet) => availablePaymentMethods?.[elementNames[wallet]])),
  )
  element.on('loaderror', () => onReady([]))
  element.on('click', (event) => {
    isApproved = false
    const wallet = expressTypes[event.expressPaymentType]
    const sheetOrder = wallet && onClick(wallet)
    if (!sheetOrder) return event.reject()
    event.resolve({
      lineItems: sheetOrder.lines.map(({ name, amount }) => ({ name, amount: toProviderAmount(amount) })),
      ...(sheetOrder.plan ? { applePay: recurring(sheetOrder, sheetOrder.plan) } : {}),
    })
  })
  element.on('confirm', (event) => {
    const wallet = expressTypes[event.expressPaymentType]
    if (!wallet) return event.paymentFailed({ reason: 'fail' })
    isApproved = true
    onApprove({
      wallet,
      payer: { email: event.billingDetails?.email, name: event.billingDetails?.name },
      createToken: async () => {
        const created = await createToken(stripe, elements, settings)
        // The sheet stays open until it receives a token or a failure.
        if ('message' in created) event.paymentFailed({ reason: 'fail' })
        return created
      },
      fail: (reason) => event.paymentFailed({ reason }),
    })
  })
  // A cancel event can follow the approval; the payment then continues.
  element.on('cancel', () => {
    if (!isApproved) onCancel()
  })
  element.mount(into)
  return {
    update: (changed) => void elements.update(intentOf(changed)),
    destroy: () => element.destroy(),
  }
}

/** Enables only these two wallets, with their donate button. */
const elementOptions = (wallets: readonly Wallet[]): StripeExpressCheckoutElementOptions => ({
  paymentMethods: {
    applePay: wallets.includes('applepay') ? 'auto' : 'never',
    googlePay: wallets.includes('googlepay') ? 'auto' : 'never',
    link: 'never',
    paypal: 'never',
    amazonPay: 'never',
    klarna: 'never',
  },
  buttonType: { applePay: 'donate', googlePay: 'donate' },
  buttonHeight: 48,
  emailRequired: true,
  billingAddressRequired: true,
})

/** The first payment of a plan saves its payment method for the later ones. */
const intentOf = ({ total, plan, chargedLater }: WalletSheet): StripeElementsOptionsMode =>
  chargedLater === undefined
    ? { ...deferredIntent(total, 'card'), setupFutureUsage: plan ? 'off_session' : null }
    : deferredSetup(total.currency)

/** Apple Pay has no weekly interval, so a week is seven days. */
const intervals = {
  week: { recurringPaymentIntervalUnit: 'day', recurringPaymentIntervalCount: 7 },
  month: { recurringPaymentIntervalUnit: 'month', recurringPaymentIntervalCount: 1 },
  year: { recurringPaymentIntervalUnit: 'year', recurringPaymentIntervalCount: 1 },
} as const

const recurring = (
  { total }: WalletSheet,
  { frequency, description, managementUrl }: WalletSheetPlan,
): ClickResolveDetails['applePay'] => ({
  recurringPaymentRequest: {
    paymentDescription: description,
    managementURL: managementUrl,
    regularBilling: { amount: toProviderAmount(total), label: description, ...intervals[frequency] },
  },
})
