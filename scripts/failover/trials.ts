/** What `npm run failover` does to the database machines, and the limits. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** What happens in a trial. It returns what restores the machines, if they don't recover by themselves. */
type Act = (cluster: Cluster) => Promise<(() => void) | undefined>
export type Trial = {
  readonly name: string
  readonly title: string
  readonly rounds: number
  /** Longest allowed time without a donation, in seconds. */
  readonly limit: number
  /** Seconds from the event until the measurement ends. */
  readonly watched: number
  readonly act: Act
}

const killRole =
  (role: 'leader' | 'sync_standby'): Act =>
  async (cluster) => {
    const machine = await cluster.find(role)
    await cluster.kill(machine)
    return () => cluster.start(machine)
  }
const freezeMs = 40_000
const freezeFor = async (freeze: () => () => void): Promise<undefined> => {
  const resume = freeze()
  await sleep(freezeMs)
  resume()
}

/** The trials in their order. */
export const trials: readonly Trial[] = [
  { name: 'death', title: 'death of the primary', rounds: 3, limit: 25, watched: 45, act: killRole('leader') },
  {
    name: 'switchover',
    title: 'switchover',
    rounds: 3,
    limit: 5,
    watched: 20,
    act: async (cluster) => {
      await cluster.switchOver()
      return undefined
    },
  },
  {
    name: 'freeze',
    title: 'primary frozen for 40 s',
    rounds: 2,
    limit: 30,
    watched: 60,
    act: async (cluster) => {
      const primary = await cluster.find('leader')
      return freezeFor(() => cluster.freeze(primary))
    },
  },
  {
    name: 'standby',
    title: 'death of the synchronous standby',
    rounds: 1,
    limit: 5,
    watched: 30,
    act: killRole('sync_standby'),
  },
  {
    name: 'etcd',
    title: 'etcd’s leader frozen for 40 s',
    rounds: 1,
    // Without an effect, a busy machine has donations at least this often.
    limit: 1,
    watched: 50,
    act: async (cluster) => {
      const leader = await cluster.findEtcdLeader()
      return freezeFor(() => cluster.freeze(leader, 'etcd'))
    },
  },
]
