//! How much memory a model's keys and values take.

/// What decides how many numbers a model keeps of each token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// In every layer, a key and a value for each head that has its own.
    Heads {
        /// Layers.
        layers: u32,
        /// Heads with keys and values of their own, in each layer.
        kv_heads: u32,
        /// Numbers in a key, and as many in a value.
        head_dim: u32,
    },
    /// In every layer, one vector from which the keys and the values of all heads are computed (multi-head latent
    /// attention), and what is kept of positions.
    Latent {
        /// Layers.
        layers: u32,
        /// Numbers in the vector.
        latent: u32,
        /// Numbers for the position.
        position: u32,
    },
}

impl Model {
    /// Bytes that one token takes, in numbers of so many bits: 2 × layers × KV heads × head dimension × bytes, or
    /// layers × (latent + position) × bytes.
    pub fn bytes_per_token(self, bits: u32) -> u64 {
        let numbers = match self {
            Model::Heads { layers, kv_heads, head_dim } => {
                2 * u64::from(layers) * u64::from(kv_heads) * u64::from(head_dim)
            }
            Model::Latent { layers, latent, position } => u64::from(layers) * u64::from(latent + position),
        };
        numbers * u64::from(bits / 8)
    }
}

/// A model that people know by name.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Name in the address bar and in an attribute.
    pub name: &'static str,
    /// What a reader sees.
    pub label: &'static str,
    /// Its shape, as its published configuration has it.
    pub model: Model,
}

const fn known(name: &'static str, label: &'static str, layers: u32, kv_heads: u32, head_dim: u32) -> Known {
    Known { name, label, model: Model::Heads { layers, kv_heads, head_dim } }
}

/// The models to choose from. Shapes are those of the configurations that their makers published.
pub const MODELS: [Known; 10] = [
    known("opt-13b", "OPT-13B", 40, 40, 128),
    known("llama-2-7b", "Llama 2 7B", 32, 32, 128),
    known("llama-2-13b", "Llama 2 13B", 40, 40, 128),
    known("llama-2-70b", "Llama 2 70B", 80, 8, 128),
    known("llama-3-8b", "Llama 3 8B", 32, 8, 128),
    known("llama-3-70b", "Llama 3 70B", 80, 8, 128),
    known("mistral-7b", "Mistral 7B", 32, 8, 128),
    known("qwen2.5-7b", "Qwen2.5 7B", 28, 4, 128),
    known("qwen2.5-0.5b", "Qwen2.5 0.5B", 24, 2, 64),
    Known { name: "deepseek-v3", label: "DeepSeek-V3", model: Model::Latent { layers: 61, latent: 512, position: 64 } },
];
