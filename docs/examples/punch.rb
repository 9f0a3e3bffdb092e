# Lists time, clocks in and out, follows the changes, and verifies webhooks: ruby punch.rb < webhooks
# Needs Ruby 3.0 or later and no gems.

require 'base64'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'time'

URL = ENV.fetch('CLOCKHOUSE_URL', 'http://127.0.0.1:8080') + '/api/v1'
TOKEN = ENV.fetch('CLOCKHOUSE_TOKEN')
SECRET = ENV.fetch('WEBHOOK_SECRET', '')

# Sends a request, and again if there is no answer or the server is busy: the key makes that safe.
def call(method, path, query: {}, data: nil)
  uri = URI(URL + path)
  uri.query = URI.encode_www_form(query) unless query.empty?
  request = Net::HTTP.const_get(method.capitalize).new(uri)
  request['Authorization'] = "Bearer #{TOKEN}"
  request['Idempotency-Key'] = SecureRandom.uuid
  if data
    request['Content-Type'] = 'application/json'
    request.body = JSON.generate(data: data)
  end
  tries = 0
  begin
    response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
    return JSON.parse(response.body) if response.code == '200'
    raise IOError, response.body if response.code == '429' || response.code.to_i >= 500

    abort "#{method} #{path}: #{response.code} #{response.body}"
  rescue IOError, SystemCallError, Timeout::Error
    raise if (tries += 1) == 5

    sleep (response && response['Retry-After'] || 2**tries).to_f
    response = nil
    retry
  end
end

# All records of a list, page after page.
def records(path, query)
  (1..).each_with_object([]) do |page, all|
    answer = call('GET', path, query: query.merge(page: page))
    all.concat(answer['results'][path.delete('/')].values)
    return all unless answer['more']
  end
end

# Writes one item; its outcome says whether it was accepted.
def save(method, path, item)
  result = call(method, path, data: [item])['results'][path.delete('/')]['1']
  abort result['_status_extra'] if result['_status_code'] >= 300
  result
end

# Verifies a webhook by Standard Webhooks; returns its content.
def verify(headers, body)
  id, timestamp, signatures = %w[id timestamp signature].map { |name| headers.fetch("webhook-#{name}") }
  raise ArgumentError, 'the time differs by more than five minutes' if (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(SECRET.delete_prefix('whsec_'))
  wanted = 'v1,' + Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.#{body}"))
  fits = signatures.split.any? { |one| OpenSSL.secure_compare(one, wanted) }
  raise ArgumentError, 'no signature fits' unless fits

  JSON.parse(body)
end

user_id = call('GET', '/current_user')['results']['users'].values.first['id']

month_ago = (Time.now.utc - 30 * 86_400).strftime('%Y-%m-%d')
sheets = records('/timesheets', start_date: month_ago, user_ids: user_id)
puts "worked #{sheets.sum { |sheet| sheet['duration'] }} seconds"

cursor = call('GET', '/changes', query: { cursor: 'now' })['cursor']
item = { user_id: user_id, jobcode_id: 0, type: 'regular', start: Time.now.utc.iso8601, end: '' }
running = save('POST', '/timesheets', item)
save('PUT', '/timesheets', { id: running['id'], end: Time.now.utc.iso8601 })

loop do
  answer = call('GET', '/changes', query: { cursor: cursor, types: 'timesheets' })
  answer['results']['changes'].each do |change|
    puts "#{change['change']} #{change['type']}" if change['id'] == running['id']
  end
  cursor = answer['cursor']
  break unless answer['more']
end

# One webhook a line, as {"headers": {...}, "body": "..."}; a server takes them from its requests.
$stdin.each_line do |line|
  webhook = JSON.parse(line)
  puts "webhook #{verify(webhook['headers'], webhook['body'])['type']}"
rescue ArgumentError, KeyError => e
  puts "webhook refused: #{e.message}"
end
