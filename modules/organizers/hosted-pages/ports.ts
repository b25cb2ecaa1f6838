import type { Ports } from '#shared/ports.ts'

/** What hosted pages need beside the database: where the platform is. */
export type HostedPagePorts = Ports & { readonly origin: string }
