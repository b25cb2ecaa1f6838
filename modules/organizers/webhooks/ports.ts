import type { CharityPorts } from '#modules/organizers/charities/index.ts'
import type { HostedPagePorts } from '#modules/organizers/hosted-pages/index.ts'

/** A request to a charity's endpoint. */
export type WebhookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
/** Why there was no HTTP response that counts. */
export type PostFault = 'timeout' | 'not-public' | 'name-unknown' | 'refused' | 'tls' | 'response-too-large' | 'network'
/** The response: its status and the first characters of its body, or why there was none. Only 2xx is a success. */
export type WebhookResponse = {
  readonly status: number | null
  readonly text: string
  readonly fault: PostFault | null
  readonly durationMs: number
}

/** Dependencies of webhooks besides the common ports. */
export type WebhookPorts = CharityPorts &
  Pick<HostedPagePorts, 'pagesDomain'> & {
    /** Hosts with ports that may have any address (`WEBHOOK_HOSTS`). */
    readonly webhookHosts: readonly string[]
    /** Sends a request to an endpoint; never throws, and never called inside a transaction. */
    readonly postWebhook: (request: WebhookRequest) => Promise<WebhookResponse>
  }
