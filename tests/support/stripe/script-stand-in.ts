import { globSync } from 'node:fs'
import path from 'node:path'
import { PublishedTypes, type PublishedType, represents } from './published-types.ts'

/** The types of `@stripe/stripe-js`, read once. */
let types: PublishedTypes | undefined
const published = () =>
  (types ??= new PublishedTypes(
    globSync(path.join(import.meta.dirname, '../../../node_modules/@stripe/stripe-js/dist/**/*.d.ts')),
  ))

type Behaviour = Readonly<Record<string, (...args: never[]) => unknown>>
export type Call = { readonly name: string; readonly args: readonly unknown[] }

/** What a stand-in's methods do beyond recording their calls; a result of a method that isn't here is undefined. */
export type Behaviours = { readonly stripe?: Behaviour; readonly elements?: Behaviour }

/** Names of the types that `create` returns, by the kind of element. */
const elementTypes: Readonly<Record<string, string>> = {
  card: 'StripeCardElement',
  payment: 'StripePaymentElement',
  expressCheckout: 'StripeExpressCheckoutElement',
}

/**
 * Returns an object whose methods are those of a published type. It throws on a method, an option, a value or an event
 * that the type doesn't have, and on a property that it doesn't publish.
 */
function implement(name: string, methods: Behaviour, calls: Call[]): object {
  const shape = published().shape(published().named(name))
  return new Proxy({ [represents]: name } as object, {
    get(target, key) {
      if (typeof key === 'symbol') return Reflect.get(target, key)
      // A promise looks for this method.
      if (key === 'then') return undefined
      const property = shape?.properties.get(key)
      if (!property) throw new Error(`${name} has no published ${key}`)
      return (...args: unknown[]) => {
        const faults = published().faultsOfCall(property.overloads, args, `${name}.${key}`)
        if (faults.length > 0) throw new Error(faults.join('; '))
        calls.push({ name: `${name}.${key}`, args })
        return methods[key]?.(...(args as never[]))
      }
    },
  })
}

/** Returns an event whose functions check their arguments, as Stripe.js does. */
function checkedEvent(type: PublishedType, event: Readonly<Record<string, unknown>>): object {
  const faults = published().faultsOf(event, type, 'event')
  if (faults.length > 0) throw new Error(faults.join('; '))
  const shape = published().shape(type)
  return Object.fromEntries(
    Object.entries(event).map(([key, value]) => {
      if (typeof value !== 'function') return [key, value]
      return [
        key,
        (...args: unknown[]) => {
          const wrong = published().faultsOfCall(shape?.properties.get(key)?.overloads ?? [], args, `event.${key}`)
          if (wrong.length > 0) throw new Error(wrong.join('; '))
          return (value as (...given: unknown[]) => unknown)(...args)
        },
      ]
    }),
  )
}

/** Names of the published types of events that have functions or data; the others only name their element. */
const eventTypes: Readonly<Record<string, string>> = {
  'expressCheckout ready': 'StripeExpressCheckoutElementReadyEvent',
  'expressCheckout click': 'StripeExpressCheckoutElementClickEvent',
  'expressCheckout confirm': 'StripeExpressCheckoutElementConfirmEvent',
}

/**
 * Creates a stand-in for Stripe.js: `Stripe` is its constructor, `calls` every call so far, `emit` sends an event of an
 * element to its listeners.
 */
export function createScriptStandIn({ stripe = {}, elements = {} }: Behaviours = {}) {
  const calls: Call[] = []
  const listeners = new Map<string, ((event: object) => void)[]>()
  const createElement = (kind: string) => {
    const on = (event: string, listener: (event: object) => void) => {
      const key = `${kind} ${event}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener])
    }
    const name = elementTypes[kind]
    if (!name) throw new Error(`the stand-in has no element ${kind}`)
    return implement(name, { on }, calls)
  }
  const createElements = () =>
    implement('StripeElements', { submit: async () => ({}), ...elements, create: createElement }, calls)
  return {
    calls,
    Stripe: (...args: unknown[]) => {
      const constructor = published().shape(published().named('StripeConstructor'))
      const faults = published().faultsOfCall(constructor?.properties.get('')?.overloads ?? [], args, 'Stripe')
      if (faults.length > 0) throw new Error(faults.join('; '))
      calls.push({ name: 'Stripe', args })
      return implement('Stripe', { ...stripe, elements: createElements }, calls)
    },
    emit(kind: string, event: string, payload: Readonly<Record<string, unknown>> = { elementType: kind }) {
      const type = eventTypes[`${kind} ${event}`]
      const sent = type ? checkedEvent(published().named(type), payload) : payload
      for (const listener of listeners.get(`${kind} ${event}`) ?? []) listener(sent)
    },
    callsOf: (name: string) => calls.filter((call) => call.name === name).map(({ args }) => args),
  }
}
