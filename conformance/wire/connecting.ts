// Opens few connections at once. A server with a short queue for new connections drops those that do
// not fit, which are tried again only after a second or more: the server would look slow.

import type { Agent } from 'node:http'
import https from 'node:https'
import { Socket, type TcpNetConnectOpts } from 'node:net'

/** The shortest queues of usual servers hold five connections. */
const mostAtOnce = 4

/** Returns a function that makes an agent wait until fewer than four connections are being opened. */
export function connectionQueue(): <A extends Agent>(agent: A) => A {
  const waiting: (() => void)[] = []
  let opening = 0

  function openNext() {
    while (opening < mostAtOnce && waiting.length > 0) waiting.shift()!()
  }

  return (agent) => {
    const connect = agent.createConnection.bind(agent)
    agent.createConnection = (to) => {
      // A socket that connects keeps what is written to it until then.
      const socket = Object.assign(new Socket(to as object), { connecting: true })
      waiting.push(() => {
        if (socket.destroyed) return
        opening++
        let isOpening = true
        const opened = () => {
          if (!isOpening) return
          isOpening = false
          opening--
          openNext()
        }
        socket.once('connect', opened).once('close', opened)
        socket.connect(to as TcpNetConnectOpts)
      })
      openNext()
      return agent instanceof https.Agent ? connect({ ...to, socket } as typeof to) : socket
    }
    return agent
  }
}
