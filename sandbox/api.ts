import type http from 'node:http'
import { invalid, missing, Refusal } from './errors.ts'
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

/** One call under `/v1`, by its noun. */
export async function api(
  { gateway, faults }: ApiOptions,
  { method, path, fields, key, response }: ApiCall,
): Promise<unknown> {
  const [noun, id, verb] = path
  const isPost = method === 'POST'
  const { reversals, setups, store, wallet } = gateway
  switch (noun) {
    case 'payment_intents':
      if (isPost && id === undefined) {
        faults.refuseCreation()
        return gateway.createIntent(fields)
      }
      if (isPost && verb === 'confirm') {
        const fault = faults.due('confirm', id)
        const confirmed = () => gateway.confirm(id!, fields, key, deliveryOf(fault))
        return faults.around(fault, response, async () => gateway.expanded(await confirmed(), list(fields.expand)))
      }
      if (isPost && verb === 'cancel') return gateway.cancel(id!, text(fields.cancellation_reason))
      if (isPost) return gateway.updateIntent(id!, fields)
      if (id !== undefined) return gateway.expanded(gateway.intent(id).object, list(fields.expand))
      return listOf(
        [...store.intents.values()].map((intent) => intent.object),
        fields,
        '/v1/payment_intents',
      )
    case 'payment_methods':
      if (isPost && id === undefined) return wallet.create(fields)
      if (isPost && verb === 'attach') return wallet.attach(id!, text(fields.customer) ?? '')
      if (isPost && verb === 'detach') return wallet.detach(id!)
      return wallet.find(id ?? '').object
    case 'customers':
      if (isPost && id === undefined) return wallet.createCustomer(fields)
      return verb === 'payment_methods'
        ? listOf(wallet.methodsOf(id!), fields, `/v1/customers/${id}/payment_methods`)
        : wallet.customer(id ?? '')
    case 'setup_intents':
      if (isPost && id === undefined) return setups.expanded(await setups.create(fields), list(fields.expand))
      if (isPost && verb === 'confirm') return setups.expanded(await setups.confirm(id!, fields), list(fields.expand))
      if (isPost && verb === 'cancel') return setups.cancel(id!)
      return setups.expanded(setups.find(id ?? '').object, list(fields.expand))
    case 'refunds':
      if (isPost) {
        const fault = faults.due('refund')
        return faults.around(fault, response, () => reversals.refund(fields, deliveryOf(fault)))
      }
      return id === undefined
        ? listOf(reversals.refunds(fields), fields, '/v1/refunds')
        : found(store.refunds.get(id), 'refund', id)
    case 'disputes':
      return id === undefined
        ? listOf(reversals.disputes(fields), fields, '/v1/disputes')
        : found(store.disputes.get(id), 'dispute', id)
    case 'charges':
      return found(store.charges.get(id ?? ''), 'charge', id ?? '')
    case 'balance_transactions':
      return found(store.balances.get(id ?? ''), 'balance_transaction', id ?? '')
    case 'events':
      return id === undefined
        ? listOf([...store.events.values()], fields, '/v1/events')
        : found(store.events.get(id), 'event', id)
    default:
      throw new Refusal(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: /v1/${path.join('/')})`,
      })
  }
}

const found = <T>(object: T | undefined, kind: string, id: string): T => {
  if (object === undefined) throw missing(kind, id)
  return object
}

/** Newest first, `limit` at a time, after `starting_after`, made since `created[gte]`. */
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
