import type http from 'node:http'
import { expandIntent } from './charges.ts'
import { requireFound, invalid, Refusal } from './errors.ts'
import { deliveryOf, type Faults } from './faults.ts'
import { type FormFields, list, text } from './form.ts'
import type { Gateway } from './gateway.ts'

export type ApiOptions = { readonly gateway: Gateway; readonly faults: Faults }
export type ApiCall = {
  readonly method: string
  readonly path: readonly string[]
  readonly fields: FormFields
  /** The idempotency key. */
  readonly key: string | null
  readonly response: http.ServerResponse
}

type Handler = (
  options: ApiOptions,
  call: ApiCall & { readonly id: string; readonly verb: string | undefined },
) => unknown

/** Handles a call under `/v1` by its resource. */
export async function api(options: ApiOptions, call: ApiCall): Promise<unknown> {
  const [noun = '', id = '', verb] = call.path
  const handle = Object.hasOwn(handlers, noun) ? handlers[noun] : undefined
  if (!handle)
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${call.method}: /v1/${call.path.join('/')})`,
    })
  return handle(options, { ...call, id, verb })
}

/** Handlers by resource. An empty `id` means the list. */
const handlers: Readonly<Record<string, Handler>> = {
  payment_intents: ({ gateway, faults }, { method, id, verb, fields, key, response }) => {
    const expand = list(fields.expand)
    if (method !== 'POST')
      return id === ''
        ? listOf(
            [...gateway.store.intents.values()].map((intent) => intent.object),
            fields,
            '/v1/payment_intents',
          )
        : expandIntent(gateway.store, gateway.intent(id).object, expand)
    if (id === '') {
      faults.rejectCreation()
      return gateway.createIntent(fields)
    }
    if (verb === 'confirm') {
      const fault = faults.due('confirm', id)
      const confirmed = () => gateway.confirm(id, fields, key, deliveryOf(fault))
      return faults.around(fault, response, async () => expandIntent(gateway.store, await confirmed(), expand))
    }
    return verb === 'cancel' ? gateway.cancel(id, text(fields.cancellation_reason)) : gateway.updateIntent(id, fields)
  },
  payment_methods: ({ gateway: { wallet } }, { method, id, verb, fields }) => {
    if (method !== 'POST') return wallet.find(id).object
    if (id === '') return wallet.create(fields)
    if (verb === 'attach') return wallet.attach(id, text(fields.customer) ?? '')
    return verb === 'detach' ? wallet.detach(id) : wallet.find(id).object
  },
  confirmation_tokens: ({ gateway: { confirmations } }, { method, id, fields }) =>
    method === 'POST' && id === '' ? confirmations.create(fields) : confirmations.find(id).object,
  customers: ({ gateway: { wallet } }, { method, id, verb, fields }) => {
    if (method === 'POST' && id === '') return wallet.createCustomer(fields)
    return verb === 'payment_methods'
      ? listOf(wallet.methodsOf(id), fields, `/v1/customers/${id}/payment_methods`)
      : wallet.customer(id)
  },
  setup_intents: async ({ gateway: { setups } }, { method, id, verb, fields }) => {
    const isPost = method === 'POST'
    const expand = list(fields.expand)
    if (isPost && id === '') return setups.expanded(await setups.create(fields), expand)
    if (isPost && verb === 'confirm') return setups.expanded(await setups.confirm(id, fields), expand)
    if (isPost && verb === 'cancel') return setups.cancel(id)
    return setups.expanded(setups.find(id).object, expand)
  },
  refunds: ({ gateway: { reversals, store }, faults }, { method, id, fields, response }) => {
    if (method === 'POST') {
      const fault = faults.due('refund')
      return faults.around(fault, response, () => reversals.refund(fields, deliveryOf(fault)))
    }
    return id === ''
      ? listOf(reversals.refunds(fields), fields, '/v1/refunds')
      : requireFound(store.refunds.get(id), 'refund', id)
  },
  disputes: ({ gateway: { reversals, store } }, { id, fields }) =>
    id === ''
      ? listOf(reversals.disputes(fields), fields, '/v1/disputes')
      : requireFound(store.disputes.get(id), 'dispute', id),
  radar: ({ gateway: { radar } }, { id, fields }) => {
    if (id !== 'early_fraud_warnings') throw invalid(`Unrecognized request URL (/v1/radar/${id})`)
    return listOf(radar.warnings(fields), fields, '/v1/radar/early_fraud_warnings')
  },
  reviews: ({ gateway: { store } }, { id, fields }) =>
    id === ''
      ? listOf([...store.reviews.values()], fields, '/v1/reviews')
      : requireFound(store.reviews.get(id), 'review', id),
  charges: ({ gateway: { store } }, { id }) => requireFound(store.charges.get(id), 'charge', id),
  balance_transactions: ({ gateway: { store } }, { id }) =>
    requireFound(store.balances.get(id), 'balance_transaction', id),
  events: ({ gateway: { store } }, { id, fields }) =>
    id === ''
      ? listOf([...store.events.values()], fields, '/v1/events')
      : requireFound(store.events.get(id), 'event', id),
}

/** Returns a page of objects, newest first: at most `limit`, after `starting_after`, created since `created[gte]`. */
function listOf(
  objects: readonly { readonly id: string; readonly created: number }[],
  fields: FormFields,
  url: string,
): unknown {
  const limit = Math.min(Number(text(fields.limit) ?? '10') || 10, 100)
  const created = fields.created
  const since = typeof created === 'object' && !Array.isArray(created) ? Number(text(created.gte) ?? '0') : 0
  const newest = objects.filter((object) => object.created >= since).toReversed()
  const after = text(fields.starting_after)
  const from = after === undefined ? 0 : newest.findIndex((object) => object.id === after) + 1
  if (after !== undefined && from === 0) throw invalid(`No such object: '${after}'`, 'starting_after')
  return { object: 'list', url, has_more: newest.length > from + limit, data: newest.slice(from, from + limit) }
}
