// The baseline for comparison: a bare node:http server that sends the given bytes.
import { createServer } from 'node:http'

let bytes = Buffer.alloc(0)

const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
    response.end(bytes)
  })
})

process.on('message', (message: string) => {
  bytes = Buffer.from(message)
  process.send?.('ready')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
