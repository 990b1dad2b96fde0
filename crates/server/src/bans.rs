//! Addresses that stay out, ready to be looked up with every request.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::RwLock;
use store::Ban;

/// An address or a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    bits: u128,
    // Of 128: addresses of IPv4 have their place among those of IPv6.
    prefix: u8,
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => u128::from(v4.to_ipv6_mapped()),
        IpAddr::V6(v6) => u128::from(v6),
    }
}

const fn masked(bits: u128, prefix: u8) -> u128 {
    match prefix {
        0 => 0,
        n => bits >> (128 - n as u32) << (128 - n as u32),
    }
}

impl Network {
    /// Reads `192.0.2.7`, `192.0.2.0/24`, `2001:db8::1`. Of IPv6 the network of 64 bits counts at least: that is what one
    /// household has. More than a 65536th of IPv4 or a 32 bits' network of IPv6 is refused as a slip.
    pub fn read(text: &str) -> Option<Network> {
        let (address, length) = match text.trim().split_once('/') {
            Some((address, length)) => (address, Some(length.parse::<u8>().ok()?)),
            None => (text.trim(), None),
        };
        let address = address.parse::<IpAddr>().ok()?.to_canonical();
        let prefix = match address {
            IpAddr::V4(_) => 96 + length.filter(|n| (16..=32).contains(n)).or(none(length, 32))?,
            IpAddr::V6(_) => {
                length.filter(|n| (32..=128).contains(n)).or(none(length, 64))?.min(64)
            }
        };
        Some(Network { bits: masked(bits(address), prefix), prefix })
    }

    /// Whether an address lies in it.
    pub fn holds(&self, address: IpAddr) -> bool {
        masked(bits(address), self.prefix) == self.bits
    }
}

// What counts if nothing was said.
fn none(length: Option<u8>, usual: u8) -> Option<u8> {
    length.is_none().then_some(usual)
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match IpAddr::V6(Ipv6Addr::from(self.bits)).to_canonical() {
            IpAddr::V4(v4) if self.prefix == 128 => write!(f, "{v4}"),
            IpAddr::V4(v4) if self.prefix >= 96 => {
                write!(f, "{}/{}", Ipv4Addr::from(u32::from(v4)), self.prefix - 96)
            }
            address => write!(f, "{address}/{}", self.prefix),
        }
    }
}

/// Networks by their size.
#[derive(Default)]
pub struct Bans {
    networks: RwLock<HashMap<u8, HashSet<u128>>>,
}

impl Bans {
    /// These count from now on; whether that is another thing than before.
    pub fn set(&self, bans: &[Ban]) -> bool {
        let mut networks: HashMap<u8, HashSet<u128>> = HashMap::new();
        for ban in bans.iter().filter(|b| b.kind == "address") {
            if let Some(network) = Network::read(&ban.what) {
                networks.entry(network.prefix).or_default().insert(network.bits);
            }
        }
        let mut before = self.networks.write().unwrap_or_else(|e| e.into_inner());
        let changed = *before != networks;
        *before = networks;
        changed
    }

    /// Whether an address stays out.
    pub fn hold(&self, address: IpAddr) -> bool {
        let networks = self.networks.read().unwrap_or_else(|e| e.into_inner());
        let bits = bits(address);
        networks.iter().any(|(prefix, set)| set.contains(&masked(bits, *prefix)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_read() {
        for (text, read) in [
            ("192.0.2.7", Some("192.0.2.7")),
            (" 192.0.2.7/24", Some("192.0.2.0/24")),
            ("::ffff:192.0.2.7", Some("192.0.2.7")),
            ("2001:db8:1:2:3::4", Some("2001:db8:1:2::/64")),
            ("2001:db8:1:2::/48", Some("2001:db8:1::/48")),
            ("192.0.2.7/8", None),
            ("192.0.2.7/33", None),
            ("2001:db8::/16", None),
            ("anna", None),
            ("", None),
        ] {
            let network = Network::read(text);
            assert_eq!(network.map(|n| n.to_string()).as_deref(), read, "{text}");
            if let Some(read) = read {
                assert_eq!(Network::read(read), network, "what is written is read again");
            }
        }
    }

    #[test]
    fn who_is_in_a_banned_network_stays_out() {
        let bans = Bans::default();
        let ban = |what: &str| Ban {
            kind: "address".into(),
            what: what.into(),
            until: None,
            at: 0,
            why: String::new(),
            name: None,
        };
        assert!(bans.set(&[ban("192.0.2.0/24"), ban("2001:db8::/64"), ban("198.51.100.1")]));
        assert!(!bans.set(&[ban("2001:db8::/64"), ban("192.0.2.0/24"), ban("198.51.100.1")]));
        for (address, out) in [
            ("192.0.2.200", true),
            ("::ffff:192.0.2.200", true),
            ("192.0.3.1", false),
            ("2001:db8::77", true),
            ("2001:db8:0:1::77", false),
            ("198.51.100.1", true),
            ("198.51.100.2", false),
        ] {
            assert_eq!(bans.hold(address.parse().unwrap()), out, "{address}");
        }
    }
}
