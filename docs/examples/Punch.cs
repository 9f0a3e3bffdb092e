// Lists time, clocks in and out, follows the changes, and verifies webhooks, with .NET or with Mono:
//   mcs -r:System.Net.Http,System.Runtime.Serialization,System.Xml.Linq Punch.cs && mono Punch.exe < webhooks
// Only what both have is used, so JSON is read as XML; with .NET alone, use System.Text.Json.

using System;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Xml;
using System.Xml.Linq;

static class Punch
{
    static readonly string Url = (Environment.GetEnvironmentVariable("CLOCKHOUSE_URL") ?? "http://127.0.0.1:8080") + "/api/v1";
    static readonly string Secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";
    static readonly HttpClient Client = new HttpClient();

    static void Main()
    {
        var token = Environment.GetEnvironmentVariable("CLOCKHOUSE_TOKEN");
        Client.DefaultRequestHeaders.Add("Authorization", "Bearer " + token);
        var userId = Call("GET", "/current_user").Element("results").Element("users").Elements().First().Element("id").Value;

        long seconds = 0;
        var monthAgo = DateTime.UtcNow.AddDays(-30).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        for (var page = 1; ; page++)
        {
            var answer = Call("GET", "/timesheets?start_date=" + monthAgo + "&user_ids=" + userId + "&page=" + page);
            seconds += answer.Element("results").Element("timesheets").Elements().Sum(sheet => (long)sheet.Element("duration"));
            if (!(bool)answer.Element("more")) break;
        }
        Console.WriteLine("worked " + seconds + " seconds");

        var cursor = Call("GET", "/changes?cursor=now").Element("cursor").Value;
        var id = Save("POST", "{\"user_id\":" + userId + ",\"jobcode_id\":0,\"type\":\"regular\",\"start\":\"" + Now() + "\",\"end\":\"\"}");
        Save("PUT", "{\"id\":" + id + ",\"end\":\"" + Now() + "\"}");

        for (var more = true; more;)
        {
            var answer = Call("GET", "/changes?types=timesheets&cursor=" + cursor);
            foreach (var change in answer.Element("results").Element("changes").Elements())
                if (change.Element("id").Value == id)
                    Console.WriteLine(change.Element("change").Value + " " + change.Element("type").Value);
            cursor = answer.Element("cursor").Value;
            more = (bool)answer.Element("more");
        }

        // One webhook a line, as {"headers": {...}, "body": "..."}; a server takes them from its requests.
        for (var line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
        {
            var webhook = Read(line);
            Func<string, string> header = name => (string)webhook.Element("headers").Element(name) ?? "";
            var body = webhook.Element("body").Value;
            var problem = Problem(header("webhook-id"), header("webhook-timestamp"), header("webhook-signature"), body);
            Console.WriteLine("webhook " + (problem == null ? Read(body).Element("type").Value : "refused: " + problem));
        }
    }

    /// <summary>Sends a request, and again if there is no answer or the server is busy: the key makes that safe.</summary>
    static XElement Call(string method, string path, string item = null)
    {
        var key = Guid.NewGuid().ToString();
        for (var attempt = 1; ; attempt++)
        {
            var wait = TimeSpan.FromSeconds(Math.Pow(2, attempt));
            var request = new HttpRequestMessage(new HttpMethod(method), Url + path);
            request.Headers.Add("Idempotency-Key", key);
            if (item != null)
                request.Content = new StringContent("{\"data\":[" + item + "]}", Encoding.UTF8, "application/json");
            try
            {
                var response = Client.SendAsync(request).Result;
                var text = response.Content.ReadAsStringAsync().Result;
                var status = (int)response.StatusCode;
                if (status == 200) return Read(text);
                if (attempt == 5 || (status != 429 && status < 500)) throw new Exception(method + " " + path + ": " + status + " " + text);
                wait = response.Headers.RetryAfter?.Delta ?? wait;
            }
            catch (AggregateException)
            {
                if (attempt == 5) throw;
            }
            Thread.Sleep(wait);
        }
    }

    /// <summary>Writes one timesheet; its outcome says whether it was accepted.</summary>
    static string Save(string method, string item)
    {
        // A name such as "1" is not one of XML, so the reader keeps it in an attribute.
        var result = Call(method, "/timesheets", item).Element("results").Element("timesheets").Elements().Single();
        if ((int)result.Element("_status_code") >= 300) throw new Exception(result.Element("_status_extra").Value);
        return result.Element("id").Value;
    }

    /// <summary>What is wrong with a webhook by Standard Webhooks; null if nothing is.</summary>
    static string Problem(string id, string timestamp, string signatures, string body)
    {
        if (!long.TryParse(timestamp, out var sent) || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sent) > 300)
            return "the time differs by more than five minutes";
        var key = Convert.FromBase64String(Secret.Replace("whsec_", ""));
        using (var hmac = new HMACSHA256(key))
        {
            var hash = hmac.ComputeHash(Encoding.UTF8.GetBytes(id + "." + timestamp + "." + body));
            var wanted = "v1," + Convert.ToBase64String(hash);
            return signatures.Split(' ').Any(one => SameText(one, wanted)) ? null : "no signature fits";
        }
    }

    /// <summary>Compares in a time that tells nothing about the texts.</summary>
    static bool SameText(string a, string b)
    {
        var difference = a.Length ^ b.Length;
        for (var at = 0; at < a.Length && at < b.Length; at++) difference |= a[at] ^ b[at];
        return difference == 0;
    }

    static XElement Read(string json)
    {
        using (var reader = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(json), XmlDictionaryReaderQuotas.Max))
            return XElement.Load(reader);
    }

    static string Now()
    {
        return DateTime.UtcNow.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
    }
}
