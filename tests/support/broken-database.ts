import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
/** Database failures during a request. */
import net from 'node:net'
import pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase } from '#server/database/db.ts'
import type { TestApp } from './app.ts'
import { silentLog } from './database.ts'

/** Runs SQL with the owner's role on a separate connection. */
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
 * Makes writes to these tables fail as with a full disk (SQLSTATE 53100); reads succeed. Returns a function that
 * restores it.
 */
export async function fillDisk(installation: TestApp, tables: readonly string[]): Promise<() => Promise<void>> {
  await asOwner(installation, (owner) =>
    owner.query(
      `create or replace function public.disk_full() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       ${tables.map((table) => `create trigger disk_full before insert or update on ${table} for each statement execute function public.disk_full();`).join('\n')}`,
    ),
  )
  return async () =>
    void (await asOwner(installation, (owner) =>
      owner.query(tables.map((table) => `drop trigger disk_full on ${table};`).join('\n')),
    ))
}

/** Locks the row of an attempt in another session. Returns a function that releases it. */
export async function lockAttempt({ database }: TestApp, attemptId: string): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from payments.attempt where id = $1 for update', [attemptId])
  return async () => {
    // The server releases the lock of a closed connection a moment later, of a rolled-back transaction at once.
    await other.query('rollback')
    await other.end()
  }
}

/** Breaks something and returns a function that restores it. `attemptId`: the attempt being confirmed, or empty. */
export type Break = (attemptId: string) => Promise<() => Promise<void>>

/** Breaks something between the provider's response and its recording. Returns a function that restores it. */
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
  /** Closes all connections and refuses new ones, like a killed server. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  /** Accepts connections without responding, like a halted server. Returns a function that continues it. */
  freeze(): () => void
  close(): Promise<void>
}

/** Starts a proxy in front of the database that can refuse connections or stop responding. */
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
