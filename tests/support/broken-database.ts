import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
/** How a database fails while the product is using it. */
import net from 'node:net'
import pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase } from '#server/database/db.ts'
import type { TestApp } from './app.ts'
import { silentLog } from './database.ts'

/** As the database's owner, on a connection of its own. */
async function asOwner<Result>({ database }: TestApp, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/**
 * Every later write to these tables fails as on a full disk (SQLSTATE 53100), reads succeed; returns what frees the
 * disk again.
 */
export async function fillDisk(house: TestApp, tables: readonly string[]): Promise<() => Promise<void>> {
  await asOwner(house, (owner) =>
    owner.query(
      `create or replace function public.disk_full() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       ${tables.map((table) => `create trigger disk_full before insert or update on ${table} for each statement execute function public.disk_full();`).join('\n')}`,
    ),
  )
  return async () =>
    void (await asOwner(house, (owner) =>
      owner.query(tables.map((table) => `drop trigger disk_full on ${table};`).join('\n')),
    ))
}

/** Another session holds the row of an attempt; returns what releases it. */
export async function lockAttempt({ database }: TestApp, attemptId: string): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from payments.attempt where id = $1 for update', [attemptId])
  return () => other.end()
}

/** Breaks something; returns what restores it. `attemptId`: of the attempt that is being confirmed, else empty. */
export type Break = (attemptId: string) => Promise<() => Promise<void>>

/** Breaks something once the provider has answered, before that can be recorded; returns what restores it. */
export function breakAfterAnswer(
  { app }: TestApp,
  step: 'confirm' | 'lookUp' | 'cancel',
  breakIt: Break,
): () => Promise<void> {
  const gateway = app.providers.first
  let restore: (() => Promise<void>) | undefined
  const broken = async (ask: never) => {
    const outcome: unknown = await gateway[step](ask)
    restore ??= await breakIt((ask as { key?: string }).key ?? '')
    return outcome
  }
  Object.assign(app, { providers: createPaymentProviders([{ ...gateway, [step]: broken }]) })
  return async () => {
    Object.assign(app, { providers: createPaymentProviders([gateway]) })
    await restore?.()
  }
}

export type DatabaseProxy = {
  readonly database: Database
  /** Closes every connection and refuses new ones, as a server that was killed does. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  /** Accepts connections and requests and answers nothing, as a server that was halted does; returns what thaws it. */
  freeze(): () => void
  close(): Promise<void>
}

/** The same database behind a proxy that can refuse or stop answering. */
export async function openDatabaseProxy(
  url: string,
  options: Pick<DatabaseOptions, 'queryTimeoutMs' | 'max'> = {},
): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<net.Socket>()
  const frozen: (() => void)[] = []
  let isFrozen = false
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    far.on('data', (bytes) => void (isFrozen ? frozen.push(() => near.write(bytes)) : near.write(bytes)))
    near.pipe(far)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  const near = new URL(url)
  near.port = String(port)
  const database = openDatabase({ url: near.href, log: silentLog, max: 5, name: 'test', ...options })
  const disconnect = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    database,
    disconnect,
    reconnect: () => listen(port),
    freeze: () => {
      isFrozen = true
      return () => {
        isFrozen = false
        for (const write of frozen.splice(0)) write()
      }
    },
    close: async () => {
      await database.close()
      await disconnect()
    },
  }
}
